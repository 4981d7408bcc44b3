// What the pages take of the library that draws Jupyter's widgets: fetch.py has esbuild make one file
// of it, and one of its styles. The library's own manager for pages brings JupyterLab's way to show
// output along, and two sets of icons; that is more than all the rest.

import "@lumino/widgets/style/index.css";
import "@jupyter-widgets/controls/css/labvariables.css";
import "@jupyter-widgets/controls/css/widgets-base.css";

const breath = () => new Promise((go) => setTimeout(go));

/** Begins in four tasks: in one it holds up a slow page for a third of a second. */
async function begin() {
  const { Widget } = await import("@lumino/widgets");
  await breath();
  const base = await import("@jupyter-widgets/base");
  const { ManagerBase } = await import("@jupyter-widgets/base-manager");
  await breath();
  const controls = await import("@jupyter-widgets/controls");
  const OWN = { "@jupyter-widgets/base": base, "@jupyter-widgets/controls": controls };

  /** Makes models and views, and puts them on the page; `others` bring the classes of other modules. */
  class Manager extends ManagerBase {
    constructor(others) {
      super();
      this.others = others;
    }

    async loadClass(name, module) {
      const found = (OWN[module] ?? (await this.others[module]?.()))?.[name];
      if (!found) throw new Error(`a page has no ${name} of ${module}`);
      return found;
    }

    async display_view(view, area) {
      Widget.attach((await view).luminoWidget, area);
    }

    // Python opens all comms: nothing is asked of it, and none opened from here.
    async _get_comm_info() {
      return {};
    }

    async _create_comm(target) {
      throw new Error(`a page opens no comm (${target})`);
    }
  }

  // For a shadow where its number is too long, each slider would have all of the page laid out once more.
  controls.BaseIntSliderView.prototype.readout_overflow = () => false;

  window.widgetLibrary = { base, Manager };
  await breath();
}

window.widgetLibrary = begin(); // who waits for it then has what it leaves in its place

/** In place of the library's sanitizer (pins.json), a third of all: what a label says is never markup. */
export default (label) => Object.assign(document.createElement("p"), { textContent: label }).innerHTML;
