// The parts of the library of Jupyter's widgets that the pages use. fetch.py makes one file of them with
// esbuild, and one of their styles. The library's own manager is not used: with JupyterLab's output code and
// two sets of icons it is larger than all the rest.

import "@lumino/widgets/style/index.css";
import "@jupyter-widgets/controls/css/labvariables.css";
import "@jupyter-widgets/controls/css/widgets-base.css";

const breath = () => new Promise((go) => setTimeout(go));

/** Load in four tasks. A single task would block a slow page for a third of a second. */
async function begin() {
  const { Widget } = await import("@lumino/widgets");
  await breath();
  const base = await import("@jupyter-widgets/base");
  const { ManagerBase } = await import("@jupyter-widgets/base-manager");
  await breath();
  const controls = await import("@jupyter-widgets/controls");
  const OWN = { "@jupyter-widgets/base": base, "@jupyter-widgets/controls": controls };

  /** Make models and views, and put them on the page. `others` load the classes of other modules. */
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

    // Python opens all comms. The page opens none and sends no request for them.
    async _get_comm_info() {
      return {};
    }

    async _create_comm(target) {
      throw new Error(`a page opens no comm (${target})`);
    }
  }

  // Each slider would lay out the whole page once more, only to draw a shadow at numbers that are too long.
  controls.BaseIntSliderView.prototype.readout_overflow = () => false;

  window.widgetLibrary = { base, Manager };
  await breath();
}

window.widgetLibrary = begin(); // scripts that wait for the library find it here

/** Replaces the library's sanitizer (pins.json), a third of its size. A label is always text, never markup. */
export default (label) => Object.assign(document.createElement("p"), { textContent: label }).innerHTML;
