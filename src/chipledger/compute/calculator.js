// Answers the calculators of a page. Each is defined by the Python formula of the same name, which prints it
// as JavaScript; this file holds what they share. Nothing is evaluated from text.
(function (scope) {
  "use strict";

  const { Undetermined, make, parse, toNumber, compare, infinite, negated, arithmetic } = scope.chipledgerExact;
  const LARGEST = 45;

  class Refused extends Error {
    constructor(parameter, reason) {
      super(parameter ? `${parameter}: ${reason}` : reason);
      this.parameter = parameter;
      this.reason = reason;
    }
  }

  // -- reading -----------------------------------------------------------------------------------------

  const allowedBy = (limits, a) => {
    if (limits.whole && a.d !== 1n) return false;
    const low = limits.low === null ? 1 : compare(a, make(BigInt(limits.low), 1n));
    const high = limits.high === null ? -1 : compare(a, make(BigInt(limits.high), 1n));
    return (low > 0 || (low === 0 && !limits.above)) && (high < 0 || (high === 0 && !limits.below));
  };

  const INFINITY = { n: 1n, d: 0n };
  const bound = (end, limit, side) => {
    const other = limit === null ? { n: BigInt(side), d: 0n } : make(BigInt(limit), 1n);
    return compare(end, other) * side > 0 ? other : end;
  };

  function read(name, parameter, given) {
    const { limits, units, words } = parameter;
    const allowed = words.length ? words.join(" or ") : limits.text;
    if (words.length) {
      const word = given.word === undefined ? given.value : given.word;
      if (!words.includes(word)) throw new Refused(name, `${word} is no choice; allowed: ${allowed}`);
      return { word };
    }
    const unit = given.unit || parameter.bare;
    const known = Object.prototype.hasOwnProperty.call(units, unit) ? units[unit] : null;
    if (!known) throw new Refused(name, `no unit ${unit}; allowed: ${Object.keys(units).join(", ")}`);
    const factor = parse(known[0]);
    const q = arithmetic(false);
    const end = (text, otherwise) => {
      if (text === undefined) return value;
      if (text === null) return otherwise;
      const parsed = parse(text);
      if (!parsed) throw new Refused(name, `${text} is not a number; allowed: ${allowed}`);
      return q.mul(parsed, factor);
    };
    const number = parse(given.value);
    if (!number) throw new Refused(name, `${given.value} is not a number; allowed: ${allowed}`);
    const value = q.mul(number, factor);
    const size = Math.abs(toNumber(value));
    if (size > 10 ** LARGEST || (size && size < 10 ** -LARGEST)) {
      throw new Refused(name, `${given.value} ${unit} is beyond any sensible size; allowed: ${allowed}`);
    }
    if (!allowedBy(limits, value)) {
      throw new Refused(name, `${given.value}${unit === "one" ? "" : ` ${unit}`} is out of range; allowed: ${allowed}`);
    }
    const low = bound(end(given.low, negated(INFINITY)), limits.low, -1);
    const high = bound(end(given.high, INFINITY), limits.high, 1);
    return { value, low, high, unit, base: known[1] };
  }

  // -- answering ---------------------------------------------------------------------------------------

  const within = (needs, given) => needs.every((need) => given.has(need));

  function choose(definition, values, explicit) {
    const given = new Set(Object.entries(values).map(([name, v]) => (v.word ? `${name}=${v.word}` : name)));
    const fitting = definition.cases.filter((c) => within(c.needs, given));
    const best = fitting.filter(
      (c) => !fitting.some((other) => other.needs.length > c.needs.length && within(c.needs, new Set(other.needs)))
    );
    if (best.length !== 1) throw new Refused("", `${definition.name}: give one of the sets of parameters that it takes`);
    const concerned = new Set([...best[0].names, ...definition.divides]);
    for (const name of explicit) {
      if (!values[name].word && !concerned.has(name)) throw new Refused(name, "has no effect here");
    }
    return best[0];
  }

  function resultUnit(definition, values, names) {
    const kinds = {};
    const bases = {};
    let perChip = "";
    for (const name of names) {
      const { base, unit } = values[name];
      for (const word of base.split(/[ */]+/)) if (word === "FLOP" || word === "OP") kinds[name] = word;
      const { same } = definition.parameters[name];
      if (same) (bases[same] = bases[same] || new Set()).add(base + (unit.includes("chip") ? " of a chip" : ""));
      if (same === "money/time, or per chip" && unit.includes("chip")) perChip = "/chip";
    }
    const counted = [...new Set(Object.values(kinds))];
    if (counted.length > 1) {
      throw new Refused(Object.keys(kinds).join(" and "), "floating-point and integer operations do not mix");
    }
    if (Object.values(bases).some((set) => set.size > 1)) throw new Refused("", "they must measure the same");
    const operation = counted[0] || "FLOP";
    const unit = definition.unit
      .replace("{operation}", operation)
      .replace("{per_chip}", perChip)
      .replace("{per_device}", names.includes("per_devices") ? "/chip" : "")
      .replace("{of_each}", names.includes("devices") ? "" : "/chip");
    return { unit, operation };
  }

  function corner(definition, chosen, values, points, side) {
    const point = { ...points };
    for (const name of chosen.names) {
      const { low, high } = values[name];
      const direction = chosen.directions[name];
      if (direction === null && compare(low, high) !== 0) {
        throw new Refused(name, "the result does not move one way with it, so that its interval is not worked out here");
      }
      point[name] = (direction || 1) === side ? high : low;
    }
    const q = arithmetic(true);
    try {
      if (!definition.requires.every((r) => !r.names.every((n) => n in point) || r.met(point, q))) return null;
      const value = chosen.value(point, q);
      return infinite(value) ? null : value;
    } catch (error) {
      if (error instanceof Undetermined) return null;
      throw error;
    }
  }

  function divisibility(definition, values, count) {
    if (!definition.divides.length || count.d !== 1n) return [];
    const given = definition.divides.filter((name) => name in values);
    const told = given.map((name) => {
      const number = values[name].value.n;
      if (number % count.n === 0n) return `${number} ${name} divide evenly by ${count.n}`;
      let next = count.n;
      while (next <= number && next <= 1000000n && number % next) next += 1n;
      const found = next <= number && next <= 1000000n;
      const more = found ? `the next count that does is ${next}` : "there are more devices than that";
      return `${number} ${name} do not divide evenly by ${count.n}; ${more}`;
    });
    const left = definition.divides.filter((name) => !(name in values));
    return left.length ? [...told, `not checked: whether ${left.join(", ")} divide evenly`] : told;
  }

  function reckon(definition, inputs) {
    const values = {};
    const explicit = [];
    for (const name of Object.keys(inputs)) {
      if (!(name in definition.parameters)) throw new Refused(name, `${definition.name} has no such parameter`);
    }
    for (const [name, parameter] of Object.entries(definition.parameters)) {
      const given = inputs[name];
      if (given !== undefined && given !== null) {
        values[name] = read(name, parameter, given);
        explicit.push(name);
      } else if (parameter.default !== null) {
        const [, value, unit] = /^(\S+)\s*(.*)$/.exec(String(parameter.default));
        values[name] = read(name, parameter, { value, unit: unit || parameter.bare });
      } else if (parameter.required) {
        throw new Refused(name, "is missing");
      }
    }
    const chosen = choose(definition, values, explicit);
    const points = {};
    for (const [name, v] of Object.entries(values)) if (v.value) points[name] = v.value;
    for (const r of definition.requires) {
      if (r.names.every((n) => n in points) && !r.met(points, arithmetic(true))) {
        throw new Refused(r.names.join(" and "), r.reason);
      }
    }
    const { unit, operation } = resultUnit(definition, values, chosen.names);
    const q = arithmetic(false);
    const factor = parse(definition.factor);
    const scaled = (a) => (a === null ? null : q.div(a, factor));
    let value;
    try {
      value = scaled(chosen.value(points, q));
    } catch (error) {
      if (error instanceof RangeError) throw new Refused("", "the result would be a division by zero");
      throw error;
    }
    const most = definition.most === null ? null : q.of(definition.most);
    if (most && compare(value, most) > 0) {
      throw new Refused(chosen.names.join(" and "), `${toNumber(value)} is more than ${definition.most}: ${definition.excess}`);
    }
    const least = definition.least === null ? null : q.of(definition.least);
    let low = scaled(corner(definition, chosen, values, points, -1));
    let high = scaled(corner(definition, chosen, values, points, 1));
    if (least && (low === null || compare(low, least) < 0)) low = least;
    if (most && (high === null || compare(high, most) > 0)) high = most;
    const unrounded = chosen.unrounded ? scaled(chosen.unrounded(points, arithmetic(false))) : null;
    return {
      ok: true,
      value: toNumber(value),
      low: low === null ? null : toNumber(low),
      high: high === null ? null : toNumber(high),
      unrounded: unrounded === null ? null : toNumber(unrounded),
      unit,
      shown: readable(definition, toNumber(value), unit, operation),
      binding: [...new Set(q.binding)],
      remarks: divisibility(definition, values, value),
      needs: chosen.needs,
      equation: chosen.equation,
    };
  }

  // The unit of its kind in which a value reads best: {value, unit, factor} with factor from the result's unit.
  function readable(definition, value, unit, operation) {
    const steps = definition.ladder.map(([step, size]) => ({
      unit: step.replace("FLOP", operation),
      factor: toNumber(parse(definition.factor)) / toNumber(parse(size)),
    }));
    const fitting = steps.filter((step) => Math.abs(value) * step.factor >= 1);
    const best = value && steps.length ? fitting[fitting.length - 1] || steps[0] : { unit, factor: 1 };
    return { value: value * best.factor, ...best };
  }

  /**
   * The answer of a calculator.
   * @param {object} definition what Formula.javascript prints
   * @param {object} inputs by parameter name: {value, unit, low, high} with numbers as text, or {word}. Without
   *   low and high a value is exact; null is an open end.
   * @returns {object} {ok: true, value, low, high, unit, ...} or {ok: false, parameter, reason}
   */
  function answer(definition, inputs) {
    try {
      return reckon(definition, inputs);
    } catch (error) {
      if (error instanceof Refused) return { ok: false, parameter: error.parameter, reason: error.reason };
      throw error;
    }
  }

  scope.chipledgerCalculator = { answer };
})(typeof globalThis === "undefined" ? this : globalThis);
