// A lesson is a list of links to follow in order. Each line has a link and its purpose. A teacher writes the
// lines on the page of all apps. The fragment of an address carries the lesson.

export const LONGEST = 4000; // characters; the address is about half longer, which every browser accepts
export const MOST = 40; // links

const LINK = /^(?:[\w-]+\/)?[\w-]+\.html(\?[^\s#]*)?(#\S*)?$/;
const EXAMPLE = "chapter.html?app=name&size=100";

const brief = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Return a link in its form for lessons, without the parameters for its display. */
function plain(link) {
  const [page, query = ""] = link.replace(/#.*/, "").split("?");
  const parameters = query.split("&").filter((parameter) => parameter && !/^(embed|present)(=|$)/.test(parameter));
  return parameters.length ? `${page}?${parameters.join("&")}` : page;
}

function step(line, n, home) {
  const [given] = line.split(/\s/, 1);
  let link = given;
  if (/^\w+:/.test(given)) {
    if (!URL.canParse(given) || !given.startsWith(home)) {
      const place = URL.canParse(given) ? new URL(given).host || brief(given) : brief(given);
      throw new Error(`Line ${n} leads to “${place}”, which is not a chapter of this book.`);
    }
    link = given.slice(home.length);
  }
  if (!LINK.test(link)) {
    const rule = `a line begins with the link to an app, such as ${EXAMPLE}`;
    throw new Error(`Line ${n} begins with “${brief(given)}”, but ${rule}.`);
  }
  return { link: plain(link), text: line.slice(given.length).trim() };
}

/**
 * Return the steps of a lesson; throw an error that says which line is wrong, and why.
 *
 * @param text what the teacher wrote
 * @param home the address of the folder with the chapters
 */
export function parse(text, home) {
  if (text.length > LONGEST) {
    const fault = `The lesson has ${text.length} characters, but an address can have at most ${LONGEST}`;
    throw new Error(`${fault}: write less text for each link, or make two lessons.`);
  }
  const steps = [];
  for (const [n, line] of text.split("\n").entries()) {
    if (line.trim()) steps.push(step(line.trim(), n + 1, home));
  }
  if (!steps.length) throw new Error("The lesson has no link in it: write one on each line.");
  if (steps.length > MOST) {
    throw new Error(`The lesson has ${steps.length} links, but ${MOST} at most fit on its line.`);
  }
  return steps;
}

/** Return the lines of a lesson. */
export const textOf = (steps) =>
  steps.map(({ link, text }) => `${link} ${text}`.trim()).join("\n");

/** Return the address that presents a step of a lesson, counted from 0. */
export function address(steps, index, home) {
  const url = new URL(steps[index].link, home);
  url.searchParams.set("present", "1");
  url.hash = `lesson=${encodeURIComponent(textOf(steps))}&at=${index + 1}`;
  return url.href;
}

/** Return the text of the lesson in a fragment, or "", and the number of the present step. */
export function carried(hash) {
  const parameters = new URLSearchParams(hash.slice(1));
  return { text: parameters.get("lesson") ?? "", at: Number.parseInt(parameters.get("at") ?? "1", 10) - 1 };
}
