// Draws the charts of a page. Each figure carries its specification as inert JSON and a static picture;
// the picture stays wherever drawing is not possible. Colours are the page's own custom properties, so
// that the drawn chart follows the theme, and the printer, without being drawn again.
(() => {
  "use strict";
  const me = document.currentScript;
  const bundle = new URL(me.dataset.vega, me.src).href;
  const narrow = matchMedia("(max-width: 40rem)");
  const figures = [...document.querySelectorAll("figure.chart")];

  let loading = null;
  const load = () => loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = bundle;
    script.onload = resolve;
    script.onerror = () => reject(new Error("the drawing library did not load"));
    document.head.appendChild(script);
  });

  const merge = (base, over) => {
    const out = { ...base };
    for (const [key, value] of Object.entries(over ?? {})) {
      const both = value && typeof value === "object" && !Array.isArray(value) && typeof out[key] === "object";
      out[key] = both ? merge(out[key], value) : value;
    }
    return out;
  };

  const draw = async (figure) => {
    const spec = JSON.parse(figure.querySelector("script[type='application/json']").textContent);
    const live = figure.querySelector(".chart-live");
    try {
      await load();
      await document.fonts?.load("12px Inter").catch(() => {});
      if (narrow.matches) spec.config = merge({ legend: { orient: "bottom", columns: 2 } }, spec.config);
      // It must have its width before it is measured for the chart.
      figure.classList.add("drawn");
      figure.view?.finalize();
      const { view } = await vegaEmbed(live, spec, {
        mode: "vega",
        ast: true,
        renderer: "svg",
        actions: false,
        defaultStyle: false,
        hover: true,
        tooltip: { disableDefaultStyle: true },
        loader: { target: "_blank", rel: "external noopener" },
      });
      figure.view = view;
      figure.dispatchEvent(new CustomEvent("chart-drawn", { bubbles: true }));
    } catch (error) {
      figure.classList.remove("drawn");
      if (!figure.querySelector(".chart-fault")) {
        const note = document.createElement("p");
        note.className = "chart-fault";
        note.textContent = "The interactive chart could not be drawn here; this is its picture.";
        live.after(note);
      }
      console.error(`chart ${figure.id}: ${error.message}`);
    }
  };

  // A chart is drawn when it comes into view; until then its picture stands there. A phone need not draw what nobody looks at. One at a
  // time, with a pause for whatever the reader does meanwhile.
  let line = Promise.resolve();
  const idle = () => new Promise((resolve) => {
    if (window.requestIdleCallback) requestIdleCallback(resolve, { timeout: 300 });
    else setTimeout(resolve, 20);
  });
  const enqueue = (figure) => { line = line.then(load).then(idle, () => {}).then(() => draw(figure)); };
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      seen.unobserve(entry.target);
      enqueue(entry.target);
    }
  });
  for (const figure of figures) seen.observe(figure);

  // The legend goes below on narrow screens and beside on wide ones: crossing over needs a new drawing.
  narrow.addEventListener("change", () => figures.filter((figure) => figure.view).forEach(enqueue));
})();
