"""The cells of code of a page, as a reader runs them."""

from playwright.sync_api import expect


class Cells:
    """The cells of an open page, by their number; the last is the reader's own."""

    def __init__(self, page):
        self.page = page
        self.all = page.locator(".bd-article .cell:has(.cell_input)")
        self.rest()

    def __getitem__(self, n):
        return self.all.nth(n) if n >= 0 else self.page.locator("#scratch")

    def rest(self):
        expect(self.page.locator("html[data-cells=idle]")).to_have_count(1)

    def press(self, n, name):
        # may be folded away
        self[n].get_by_role("button", name=name, include_hidden=True).evaluate(
            "node => node.click()"
        )

    def run(self, n):
        self.press(n, "Run this cell")
        self.rest()

    def open(self, n):
        """Open a cell by its button; return the editor. Folded code is unfolded first."""
        folded_code = self[n].locator("details:has(.cell_input)")
        folded_code.evaluate_all("all => all.forEach((node) => (node.open = true))")
        self.press(n, "Edit this cell")
        editor = self[n].locator(".cm-content")
        expect(editor).to_be_focused()
        return editor

    def fill(self, n, code):
        editor = self[n].locator(".cm-content")
        (editor if editor.count() else self.open(n)).fill(code)

    def answer(self, code):
        """Run this code in the last cell; return the text of its output."""
        self.fill(-1, code)
        self.run(-1)
        return self.shown(-1)

    def view(self, n):
        """Return the content that a cell has drawn in the sandbox."""
        outer = self[n].locator("iframe.walled").last.content_frame
        return outer.locator("iframe").content_frame

    def views(self, n):
        """Return the iframes that show the output of a cell other than text."""
        outer = [
            handle.content_frame() for handle in self[n].locator("iframe.walled").element_handles()
        ]
        return [frame.child_frames[0] for frame in outer]

    def shown(self, n):
        """Return the text that a cell shows, in the page and in the sandbox."""
        output = """(node) => {
          const copy = [...node.querySelectorAll(".cell_output")].at(-1)?.cloneNode(true);
          copy?.querySelectorAll(".copybtn, style").forEach((node) => node.remove());
          return copy?.textContent.trim() ?? "";
        }"""
        texts = [self[n].evaluate(output)]
        texts += [view.locator("body").evaluate(output) for view in self.views(n)]
        return "\n".join(filter(None, texts))

    def marked(self, selector):
        """Return the numbers of the cells with this mark."""
        script = "(all, mark) => all.flatMap((node, n) => (node.matches(mark) ? [n] : []))"
        return self.all.evaluate_all(script, selector)
