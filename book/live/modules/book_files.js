// The files that depend on the settings of the book (book/live.toml). fetch.py makes settings.json.

import settings from "../vendor/book/settings.json";

export const SETTINGS = settings;

/** The archive of each package of the book that comes alone. */
export const LATER = Object.fromEntries(settings.later.map((name) => [name, [`./vendor/book/${name}.zip`]]));

const [handlerPackage] = settings.request_handler.split(/[.:]/);
/** The packages of the book that only requests need. */
export const FOR_REQUESTS = settings.later.filter((name) => name.split(".")[0] === handlerPackage);
