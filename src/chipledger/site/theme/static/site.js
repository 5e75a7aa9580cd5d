// What every page does: switch the theme, open the contents, show a figure's source, copy code.
(() => {
  "use strict";
  const root = document.documentElement;

  // Search summaries are fetched from other pages, which browsers refuse to a page opened from a folder.
  if (location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS !== "undefined") {
    DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
  }

  // What a search result quotes is the text of a page, not its code or the data behind its charts.
  addEventListener("DOMContentLoaded", () => {
    if (typeof Search === "undefined") return;
    const plain = Search.htmlToText;
    Search.htmlToText = (html, anchor) => {
      const page = new DOMParser().parseFromString(html, "text/html");
      page.querySelectorAll("details, .cell_input, figure, nav, .rerun").forEach((part) => part.remove());
      return plain(page.documentElement.outerHTML, anchor);
    };
  });

  // Theme
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  const button = document.querySelector(".theme-switch");
  if (button) {
    const show = () => button.setAttribute("aria-pressed", String(isDark()));
    button.hidden = false;
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try { localStorage.setItem("chipledger-theme", root.dataset.theme); } catch { /* lasts for this page */ }
      show();
    });
    dark.addEventListener("change", show);
    show();
  }

  // Contents on narrow screens; without scripts the link jumps to the list instead.
  const menu = document.querySelector(".menu");
  const nav = document.getElementById("site-nav");
  if (menu && nav) {
    menu.setAttribute("role", "button");
    const open = (on) => {
      nav.classList.toggle("open", on);
      menu.setAttribute("aria-expanded", String(on));
      if (on) nav.querySelector("a[href]").focus();
    };
    open(false);
    menu.addEventListener("click", (event) => { event.preventDefault(); open(!nav.classList.contains("open")); });
    menu.addEventListener("keydown", (event) => { if (event.key === " ") { event.preventDefault(); menu.click(); } });
    nav.querySelector(".menu-close").addEventListener("click", (event) => { event.preventDefault(); open(false); menu.focus(); });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && nav.classList.contains("open")) { open(false); menu.focus(); }
    });
  }

  // The slash key goes to the search box.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) return;
    const boxes = [...document.querySelectorAll("input[name='q']")].filter((box) => box.offsetParent);
    if (boxes.length) { event.preventDefault(); boxes[0].focus(); }
  });

  // The card of a figure: what its title says, laid out, with a link to the source.
  let card = null;
  let shown = null;
  let closing = 0;
  const close = () => {
    if (!card) return;
    shown.title = shown.dataset.note;
    shown.querySelector("a")?.removeAttribute("aria-describedby");
    card.remove();
    card = shown = null;
  };
  const show = (fact) => {
    clearTimeout(closing);
    if (shown === fact) return;
    close();
    const note = fact.dataset.note ?? fact.title;
    if (!note) return;
    fact.dataset.note = note;
    fact.removeAttribute("title");
    card = document.createElement("div");
    card.className = "card";
    card.id = "fact-card";
    card.setAttribute("role", "tooltip");
    for (const line of note.split("\n")) card.appendChild(document.createElement("p")).textContent = line;
    const link = fact.querySelector("a");
    if (link) {
      const source = document.createElement("a");
      source.href = link.href;
      source.rel = "external";
      source.tabIndex = -1;
      source.textContent = "Open the source";
      card.appendChild(document.createElement("p")).appendChild(source);
      link.setAttribute("aria-describedby", card.id);
    }
    card.addEventListener("pointerenter", () => clearTimeout(closing));
    card.addEventListener("pointerleave", () => { closing = setTimeout(close, 250); });
    document.body.appendChild(card);
    const box = fact.getClientRects()[0] ?? fact.getBoundingClientRect();
    const left = Math.max(16, Math.min(box.left, root.clientWidth - card.offsetWidth - 16));
    const below = box.bottom + 8 + card.offsetHeight < root.clientHeight || box.top < card.offsetHeight + 72;
    card.style.left = `${left + scrollX}px`;
    card.style.top = `${(below ? box.bottom + 8 : box.top - card.offsetHeight - 8) + scrollY}px`;
    shown = fact;
  };
  for (const fact of document.querySelectorAll("data[title]")) {
    fact.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") show(fact); });
    fact.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") closing = setTimeout(close, 250);
    });
    fact.addEventListener("focusin", () => show(fact));
    fact.addEventListener("focusout", () => { closing = setTimeout(close, 250); });
    // A finger cannot hover: the first tap shows the card, which holds the link.
    let touched = false;
    fact.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch" && shown !== fact; });
    fact.addEventListener("click", (event) => {
      if (touched) { event.preventDefault(); touched = false; show(fact); }
    });
  }
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  document.addEventListener("pointerdown", (event) => {
    if (card && !card.contains(event.target) && !shown.contains(event.target)) close();
  });

  // What scrolls sideways must be reachable by keyboard; what does not must not be a stop on the way.
  const reach = () => {
    for (const box of document.querySelectorAll("pre, .chart-live, .chart-picture, math[display='block']")) {
      if (box.scrollWidth > box.clientWidth + 1) box.setAttribute("tabindex", "0");
      else box.removeAttribute("tabindex");
    }
  };
  addEventListener("load", reach);
  addEventListener("resize", () => { clearTimeout(reach.timer); reach.timer = setTimeout(reach, 200); });
  document.addEventListener("chart-drawn", reach);

  // Copy buttons
  if (navigator.clipboard) {
    for (const block of document.querySelectorAll(".highlight")) {
      const copy = document.createElement("button");
      copy.type = "button";
      copy.className = "copy";
      copy.textContent = "Copy";
      copy.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(block.querySelector("pre").textContent);
          copy.textContent = "Copied";
        } catch {
          copy.textContent = "Not allowed";
        }
        setTimeout(() => { copy.textContent = "Copy"; }, 1500);
      });
      block.appendChild(copy);
    }
  }
})();
