// The forms of a page: reads what stands in the fields, asks the formulas above, and shows answer and interval.
(() => {
  "use strict";

  const EXACT_DIGITS = 4;
  const END_DIGITS = 6;

  const significant = (value, digits) =>
    Number.isInteger(value) && Math.abs(value) < 1e15
      ? value.toLocaleString("en-US")
      : value.toLocaleString("en-US", { maximumSignificantDigits: digits });

  // The fewest digits that the interval allows, as in Python.
  function digits(value, low, high) {
    const width = high - low;
    if (!(width > 0)) return significant(value, EXACT_DIGITS);
    let places = 0;
    while (10 ** -places < width) places -= 1;
    while (10 ** -(places + 1) >= width && places < 15) places += 1;
    const rounded = () => Number(Math.round(`${value}e${places}`) + `e${-places}`);
    const number = /e/.test(String(value)) ? () => Number(value.toPrecision(END_DIGITS)) : rounded;
    while ((number() < low || number() > high) && places < 15) places += 1;
    const shown = Math.max(places, 0);
    return number().toLocaleString("en-US", { minimumFractionDigits: shown, maximumFractionDigits: shown });
  }

  const spoken = (unit, number) => {
    if (unit === "one") return "";
    if (unit === "percent") return "%";
    if (unit.startsWith("1/")) return unit.slice(1).replace("/", "per ");
    if (unit.includes("*") && !unit.includes("/")) return `${unit.replace("*", " ")}s`;
    return /^[a-z]{3,}$/.test(unit) && number !== "1" ? `${unit}s` : unit;
  };

  const said = (number, unit) => `${number} ${spoken(unit, number)}`.trim();

  function answerText(result) {
    const { value, unit, factor } = result.shown;
    const [low, high] = [result.low, result.high].map((end) => (end === null ? null : end * factor));
    let number;
    if (low === null || high === null) {
      const words = low !== null ? ["at least", low] : high !== null ? ["up to", high] : ["", value];
      number = `${words[0]} ${significant(words[1], EXACT_DIGITS)}`.trim();
    } else if (high > low && high - low >= Math.abs(value)) {
      number = `${significant(low, EXACT_DIGITS)} to ${significant(high, EXACT_DIGITS)}`;
    } else {
      number = digits(value, low, high);
    }
    if (result.unrounded === null) return said(number, unit);
    const way = result.value >= result.unrounded ? "up" : "down";
    let kept = EXACT_DIGITS;
    let before = result.unrounded.toPrecision(kept);
    // A hair above a whole number must not be shown as that number.
    while (Number.isInteger(Number(before)) && !Number.isInteger(result.unrounded) && kept < 17) {
      kept += 1;
      before = result.unrounded.toPrecision(kept);
    }
    return `${said(number, unit)} (${significant(Number(before), kept)} before rounding ${way})`;
  }

  function intervalText(result) {
    const { unit, factor } = result.shown;
    const [low, high] = [result.low, result.high].map((end) => (end === null ? null : end * factor));
    if (low !== null && low === high) return "Exact for these inputs.";
    if (low === null && high === null) return "These inputs set no bounds.";
    const ends =
      low === null ? `up to ${significant(high, END_DIGITS)}`
      : high === null ? `at least ${significant(low, END_DIGITS)}`
      : `${significant(low, END_DIGITS)} to ${significant(high, END_DIGITS)}`;
    return `The printed digits allow ${said(ends, unit)}.`;
  }

  const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

  const part = (name, text, kind) => {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    made.textContent = text;
    return made;
  };

  function start(section) {
    const definition = chipledgerCalculators[section.dataset.question];
    const form = section.querySelector("form");
    const place = section.querySelector(".calculator-result");
    const fields = Object.keys(definition.parameters).map((name) => form.elements.namedItem(name));

    // What is typed, apart from what is still as the formula has it; and the assumptions that come with first values.
    function inputs() {
      const given = {};
      const assumed = [];
      for (const field of fields) {
        const parameter = definition.parameters[field.name];
        const text = field.value.trim();
        if (!text) continue;
        if (parameter.words.length) {
          if (text !== String(parameter.default)) given[field.name] = { word: text };
          continue;
        }
        const pick = form.querySelector(`[data-unit-of="${field.name}"]`);
        const unit = pick ? pick.value : "one";
        const { first, firstUnit, exact, low, high, assumed: taken } = field.dataset;
        const [, number, usual] = /^(\S+)\s*(.*)$/.exec(String(parameter.default)) || [];
        if (first !== undefined && first === text && firstUnit === unit) {
          const end = (word) => (word === "open" ? null : word);
          given[field.name] = { value: exact, unit, low: end(low), high: end(high) };
          if (taken) assumed.push(...taken.split("; "));
        } else if (parameter.default === null || number !== text || (usual || parameter.bare || "one") !== unit) {
          given[field.name] = { value: text, unit };
        }
      }
      return { given, assumed };
    }

    function refuse(result) {
      const named = definition.parameters[result.parameter];
      const field = named && form.elements.namedItem(result.parameter);
      if (field) field.setAttribute("aria-invalid", "true");
      const about = named ? `${named.meaning}: ` : result.parameter ? `${result.parameter}: ` : "";
      place.replaceChildren(part("p", sentence(`${about}${result.reason}`), "calculator-refused"));
    }

    function show() {
      const { given, assumed } = inputs();
      for (const field of fields) field.removeAttribute("aria-invalid");
      const result = chipledgerCalculator.answer(definition, given);
      section.answer = result;
      if (!result.ok) return refuse(result);
      for (const one of section.querySelectorAll("[data-case]")) one.hidden = one.dataset.case !== result.needs.join(" ");
      const told = [intervalText(result)];
      if (result.binding.length) told.push(sentence(`bound by ${result.binding.join(" and ")}`));
      told.push(...result.remarks.map(sentence), ...assumed.map((text) => `Assumed: ${text}.`));
      const list = document.createElement("ul");
      list.append(...told.map((text) => part("li", text)));
      place.replaceChildren(part("p", answerText(result), "calculator-answer"), list);
    }

    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", show);
    form.addEventListener("reset", () => setTimeout(show));
    form.querySelector("fieldset").disabled = false;
    section.classList.add("live");
    show();
  }

  for (const section of document.querySelectorAll(".calculator[data-question]")) start(section);
})();
