// SPDX-License-Identifier: Apache-2.0
/* Colours of methods: a hue for each class, a shade of it for each method; if there are few classes, a hue for each method. Labels
 * say the same, so no colour is needed to read. */

/** Hue and saturation; white text is readable on each, and neighbours differ in brightness too. */
const HUES = [[215, 22], [219, 70], [174, 72], [265, 48], [21, 74], [335, 58], [140, 45], [195, 75]];
const LIGHTNESS = [42, 36, 47, 31];

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
    const tone = HUES[Palette.#number(this.#classes, type) % HUES.length];
    if (!this.#methods.has(type)) {
      this.#methods.set(type, new Map());
    }
    const shade = LIGHTNESS[Palette.#number(this.#methods.get(type), name) % LIGHTNESS.length];
    const bright = tone[0] >= 120 && tone[0] <= 200; // greens and cyans look brighter at one lightness
    return `hsl(${tone[0]} ${tone[1]}% ${bright ? shade - 12 : shade}%)`;
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
    for (const name of ["card", "ink", "faint", "line", "grid", "accent", "soft", "arrow", "match", "lag", "gray"]) {
      themeColors[name] = style.getPropertyValue("--" + name).trim();
    }
  }
  return themeColors;
}
