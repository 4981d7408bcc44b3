// What the address asks of a page.

export const page = document.documentElement;
export const asked = new URLSearchParams(location.search);
export const isFile = location.protocol === "file:";
export const isPresented = asked.has("present");
/** One app is all that is shown. */
export const isEmbedded = asked.has("embed") || isPresented;
export const savesData = () => Boolean(navigator.connection?.saveData);
