// The page of all results shows only rows with all words that the reader types. In print it has every row.

const field = document.getElementById("rows");
const countLine = document.getElementById("row-count");
const chapter = (section) => section.querySelector("h2").firstChild.textContent;

const rows = Array.from(document.querySelectorAll(".oe-results tr[id]"), (row) => {
  const table = row.closest(".oe-results");
  const parts = [row, table.querySelectorAll("dl > div")[row.sectionRowIndex]];
  const above = [chapter(table.parentElement), table.parentElement.id, table.firstElementChild.textContent];
  if (row.querySelector(".oe-exact")) above.push("fraction");
  return { parts, text: [...above, ...parts.map((part) => part.textContent)].join(" ").toLowerCase() };
});

function filter() {
  const words = field.value.toLowerCase().match(/\S+/g) ?? [];
  const matches = rows.filter(({ text }) => words.every((word) => text.includes(word)));
  for (const row of rows) {
    for (const part of row.parts) part.classList.toggle("oe-filtered-out", !matches.includes(row));
  }
  countLine.textContent = matches.length ? `${matches.length} of ${rows.length} results` : "No result has all these words.";
}

for (const section of document.querySelectorAll("section:has(> .oe-results tr[id])")) {
  document.getElementById("rows-chapters").append(new Option("", chapter(section)));
}
field.addEventListener("input", filter);
addEventListener("hashchange", () => { // a link may lead to a hidden row
  field.value = "";
  filter();
});
filter();
