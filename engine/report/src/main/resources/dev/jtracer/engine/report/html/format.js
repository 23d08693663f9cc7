// SPDX-License-Identifier: Apache-2.0
/* Numbers as text, in the units and with the digits of the tool's other reports. */

const UNITS = [" ns", " µs", " ms", " s"];

/** Returns a duration with three digits: 45 ns, 3.52 µs, 392 ms, 1.40 s. */
function duration(nanos) {
  let value = nanos;
  let unit = 0;
  while (Math.abs(value) >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || Math.abs(value) >= 99.95 ? 0 : Math.abs(value) >= 9.995 ? 1 : 2;
  return value.toFixed(digits) + UNITS[unit];
}

/** Returns a time of the recording: its distance from the start. */
function offset(nanos) {
  return (nanos < 0 ? "−" : "+") + duration(Math.abs(nanos));
}

/** Returns a time for an axis, with as many digits as its step needs. */
function axisTime(nanos, step) {
  let unit = 0;
  let size = 1;
  while (unit < UNITS.length - 1 && step >= size * 1000) {
    size *= 1000;
    unit++;
  }
  if (Math.abs(nanos) >= size * 10_000 && unit < UNITS.length - 1) {
    size *= 1000;
    unit++;
  }
  const digits = Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9));
  return (nanos / size).toFixed(digits) + UNITS[unit];
}

/** Returns the shortest of 1, 2, 5, 10, 20 .. that divides a length into at most the given number of parts. */
function niceStep(length, parts) {
  for (let step = 1; ; step *= 10) {
    for (const factor of [1, 2, 5]) {
      if (length <= step * factor * parts) {
        return step * factor;
      }
    }
  }
}

/** Returns a number with separators: 1,204. */
function count(number) {
  return Math.round(number).toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Returns a number with its noun: 1 call, 2 calls. */
function counted(number, noun) {
  return count(number) + " " + noun + (number === 1 ? "" : "s");
}

/** Returns a part of a whole: 12.3 %. */
function percent(part, whole) {
  return whole > 0 ? ((100 * part) / whole).toFixed(1) + " %" : "–";
}
