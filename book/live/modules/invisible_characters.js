// Marks invisible characters in code. Some change the direction of text, others have no width. Without marks
// a line could look different from what it does.

import { make } from "./elements.js";

export const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Return the code point of a character, as Unicode writes it. */
export const codeName = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Return a text in parts, with each such character marked. */
export function marked(text) {
  const parts = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(UNSEEN)) {
    const mark = make("span", "unseen-character", character);
    mark.dataset.name = codeName(character);
    parts.push(text.slice(end, index), mark);
    end = index + character.length;
  }
  return [...parts, text.slice(end)];
}
