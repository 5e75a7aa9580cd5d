// Fractions of whole numbers: the arithmetic of the calculators. A ceiling or a floor turns at the same place
// as it does in Python, which reckons with fractions too.
(function (scope) {
  "use strict";

  // {n, d} with d >= 0; d = 0 is an infinity of the sign of n.

  class Undetermined extends Error {}
  const gcd = (a, b) => {
    while (b) [a, b] = [b, a % b];
    return a < 0n ? -a : a;
  };

  const make = (n, d) => {
    if (d < 0n) [n, d] = [-n, -d];
    if (d === 0n) return { n: n > 0n ? 1n : -1n, d };
    const shared = gcd(n, d) || 1n;
    return { n: n / shared, d: d / shared };
  };

  const ZERO = make(0n, 1n);
  const infinite = (a) => a.d === 0n;
  const negated = (a) => ({ n: -a.n, d: a.d });

  const compare = (a, b) => {
    if (infinite(a) || infinite(b)) return Number(infinite(a) ? a.n : 0n) - Number(infinite(b) ? b.n : 0n);
    const difference = a.n * b.d - b.n * a.d;
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  };

  function parse(text) {
    const share = /^([+-]?\d+)\/(\d+)$/.exec(text);
    if (share) return make(BigInt(share[1]), BigInt(share[2]));
    const match = /^([+-]?)(\d{1,60})(?:\.(\d{1,60}))?(?:e([+-]?\d{1,3}))?$/i.exec(String(text).trim());
    if (!match) return null;
    const decimals = match[3] || "";
    const power = Number(match[4] || 0) - decimals.length;
    if (Math.abs(power) > 180) return null;
    const digits = BigInt(`${match[2]}${decimals}`) * (match[1] === "-" ? -1n : 1n);
    return power < 0 ? make(digits, 10n ** BigInt(-power)) : make(digits * 10n ** BigInt(power), 1n);
  }

  function toNumber(a) {
    if (infinite(a)) return Number(a.n) * Infinity;
    if (a.n === 0n) return 0;
    const size = a.n < 0n ? -a.n : a.n;
    const shift = a.d.toString(2).length - size.toString(2).length + 64;
    const scaled = shift > 0 ? (size << BigInt(shift)) / a.d : size / (a.d << BigInt(-shift));
    return (a.n < 0n ? -1 : 1) * Number(scaled) * 2 ** -shift;
  }

  // The arithmetic that a formula is written in. At the open ends of intervals `limits` lets a division
  // by zero stand for a limit, since divisors are sizes and rates and come down to zero from above.
  function arithmetic(limits) {
    const binding = [];
    const decide = (side) => (arms, labels) => {
      const found = arms.reduce((best, arm) => (compare(arm, best) * side > 0 ? arm : best));
      arms.forEach((arm, i) => labels[i] && compare(arm, found) === 0 && binding.push(labels[i]));
      return found;
    };
    const q = {
      binding,
      compare,
      of: (n, d = 1) => make(BigInt(n), BigInt(d)),
      add(a, b) {
        if (infinite(a) && infinite(b) && a.n !== b.n) throw new Undetermined();
        if (infinite(a) || infinite(b)) return infinite(a) ? a : b;
        return make(a.n * b.d + b.n * a.d, a.d * b.d);
      },
      sub: (a, b) => q.add(a, negated(b)),
      mul: (a, b) => (a.n === 0n || b.n === 0n ? ZERO : make(a.n * b.n, a.d * b.d)),
      div(a, b) {
        if (infinite(b)) {
          if (infinite(a)) throw new Undetermined();
          return ZERO;
        }
        if (b.n === 0n) {
          if (!limits) throw new RangeError("division by zero");
          if (a.n === 0n) throw new Undetermined();
          return make(a.n, 0n);
        }
        return q.mul(a, make(b.d, b.n));
      },
      power: (a, exponent) => Array.from({ length: exponent }).reduce((result) => q.mul(result, a), q.of(1)),
      floor(a) {
        if (infinite(a)) return a;
        const whole = a.n / a.d;
        return make(a.n % a.d < 0n ? whole - 1n : whole, 1n);
      },
      ceil: (a) => negated(q.floor(negated(a))),
      most: decide(1),
      least: decide(-1),
    };
    return q;
  }

  scope.chipledgerExact = { Undetermined, make, parse, toNumber, compare, infinite, negated, arithmetic };
})(typeof globalThis === "undefined" ? this : globalThis);
