// What the address asks of a page.

export const page = document.documentElement;
export const parameters = new URLSearchParams(location.search);
export const isFile = location.protocol === "file:";
/** One app is presented; a vote is presented by vote.js. */
export const isPresented = parameters.has("present") && !parameters.has("vote");
/** One app is all that is shown. */
export const isEmbedded = (parameters.has("embed") && !parameters.has("vote")) || isPresented;
/** Another site may show the page in a frame that the reader does not see. Clicks there do not count. */
export const isFramed = window.top !== window && !isEmbedded;
export const savesData = () => Boolean(navigator.connection?.saveData);
