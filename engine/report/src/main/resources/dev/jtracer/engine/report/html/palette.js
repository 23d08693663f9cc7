// SPDX-License-Identifier: Apache-2.0
/* Colours of methods: a hue for each class, a shade of it for each method; if there are few classes, a hue for each method. Labels
 * have the same names, so no colour is needed to read. */

/** The hues of Okabe and Ito, as in timelines: people with any kind of colour blindness tell them apart. All suit dark text. */
const SHADES = [
  ["#56b4e9", "#83c8ef", "#abdaf5"],
  ["#e9a820", "#f1c05c", "#f7d692"],
  ["#33b78f", "#70cdaf", "#a2e0cc"],
  ["#d88fb9", "#e5b0ce", "#f0cfe1"],
  ["#ee8450", "#f4a680", "#f9c7ad"],
  ["#92a4f3", "#afbcf6", "#cbd4fa"],
  ["#dccf3f", "#e8de74", "#f1eba4"],
  ["#a7b3c2", "#c0c9d4", "#d8dee6"],
];
const BOX_TEXT = "#16202c";
const FEW_CLASSES = 3;

class Palette {
  #fewClasses = new Set(model.names.map(Palette.#typeOf)).size <= FEW_CLASSES;
  #classes = new Map();
  #methods = new Map();
  #colors = [];

  /** Returns the colour of a name by its index; gray for what has no name. */
  of(index) {
    if (index < 0) {
      return theme().gray;
    }
    return (this.#colors[index] ??= this.#color(model.names[index]));
  }

  #color(name) {
    const type = this.#fewClasses ? name : Palette.#typeOf(name);
    const shades = SHADES[Palette.#number(this.#classes, type) % SHADES.length];
    if (!this.#methods.has(type)) {
      this.#methods.set(type, new Map());
    }
    return shades[Palette.#number(this.#methods.get(type), name) % shades.length];
  }

  /** Returns the class of a method, as the part of its name before the last point. */
  static #typeOf(name) {
    return name.slice(0, Math.max(0, name.lastIndexOf(".")));
  }

  static #number(numbers, key) {
    if (!numbers.has(key)) {
      numbers.set(key, numbers.size);
    }
    return numbers.get(key);
  }
}

let themeColors = null;

/** Returns the colours of the style sheet for what is drawn. */
function theme() {
  if (themeColors === null) {
    const style = getComputedStyle(document.documentElement);
    themeColors = {};
    for (const name of ["card", "ink", "faint", "line", "grid", "accent", "soft", "arrow", "match", "stall", "gray"]) {
      themeColors[name] = style.getPropertyValue("--" + name).trim();
    }
  }
  return themeColors;
}
