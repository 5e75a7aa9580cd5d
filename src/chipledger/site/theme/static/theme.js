// Runs before the page is painted: a theme the reader chose earlier must not flash the other one first.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("scripted");
  // Text needs its fonts at once; a page opened from a folder may not ask for them this way.
  if (location.protocol.startsWith("http")) {
    for (const font of ["inter", "newsreader"]) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" });
      link.href = new URL(`fonts/${font}.woff2`, document.currentScript.src);
      document.head.append(link);
    }
  }
  try {
    const chosen = localStorage.getItem("chipledger-theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch { /* no storage here (a folder, a private window): the system's choice holds */ }
})();
