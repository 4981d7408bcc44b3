// Characters that nobody sees, but that change what is seen: some turn the direction of a text, others
// have no width. In code they are marked, or a line could read otherwise than it runs.

import { make } from "./elements.js";

export const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** The name of a character in Unicode. */
export const codeName = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** A text in parts, in which each such character is marked. */
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
