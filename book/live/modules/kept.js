// What a reader has done on this page, kept in this browser alone, until it is taken out again.

/** @param {string} what */
export function keeper(what) {
  const place = `${what} of ${location.pathname}`;

  function all() {
    try {
      return JSON.parse(localStorage.getItem(place)) ?? {};
    } catch {
      return {}; // the browser keeps nothing, or something else
    }
  }

  function forget() {
    try {
      localStorage.removeItem(place);
    } catch {
      // it was not kept
    }
  }

  /** Keep a value by its name, or nothing by this name if the value is undefined. */
  function keep(name, value) {
    const kept = { ...all(), [name]: value };
    if (Object.values(kept).every((it) => it === undefined)) return forget();
    try {
      localStorage.setItem(place, JSON.stringify(kept));
    } catch (error) {
      console.info(`${what}: not kept: ${error.message}`);
    }
  }

  return { all, keep, forget };
}
