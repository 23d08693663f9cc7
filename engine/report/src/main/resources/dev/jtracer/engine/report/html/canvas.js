// SPDX-License-Identifier: Apache-2.0
/* Charts on a canvas. The cost of a frame depends on its pixels, not on the number of boxes: of boxes narrower than a pixel one is
 * drawn and the others in that pixel are skipped by a binary search. Boxes are filled colour by colour. */

const FONT = '11.5px Inter, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const BOX_HEIGHT = 18;
const LEVEL_HEIGHT = 19;
const LABEL_PADDING = 5;

/** Boxes of one height that do not overlap, in the order of their starts. */
class Level {
  constructor(y, starts, ends, ids) {
    this.y = y;
    this.starts = starts;
    this.ends = ends;
    this.ids = ids;
  }

  /** Returns the position of the first box, from a position on, that ends after a time. */
  firstEndingAfter(time, from = 0) {
    let low = from;
    let high = this.ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.ends[middle] > time) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Returns the box at a time, or the nearest one within a distance; -1 if there is none. */
  find(time, distance) {
    const at = this.firstEndingAfter(time);
    for (const candidate of [at, at - 1]) {
      if (candidate >= 0 && candidate < this.ends.length
          && this.starts[candidate] - distance <= time && this.ends[candidate] + distance >= time) {
        return this.ids[candidate];
      }
    }
    return -1;
  }
}

/** Sorts boxes into levels. Each box is [y, start, end, id]. */
function levelsOf(boxes) {
  const byHeight = new Map();
  for (const box of boxes) {
    if (!byHeight.has(box[0])) {
      byHeight.set(box[0], []);
    }
    byHeight.get(box[0]).push(box);
  }
  return [...byHeight.entries()].sort((a, b) => a[0] - b[0]).map(([y, level]) => {
    level.sort((a, b) => a[1] - b[1] || a[2] - b[2]);
    return new Level(
      y,
      Float64Array.from(level, (box) => box[1]),
      Float64Array.from(level, (box) => box[2]),
      Int32Array.from(level, (box) => box[3]));
  });
}

/** Widths of texts, each measured once. */
const textWidths = {
  cache: new Map(),
  of(context, text) {
    let width = this.cache.get(text);
    if (width === undefined) {
      width = context.measureText(text).width;
      this.cache.set(text, width);
    }
    return width;
  },
  /** Returns as much of a text as there is room for; empty if that would be hardly readable. */
  fit(context, text, room) {
    if (room < 14) {
      return "";
    }
    const width = this.of(context, text);
    if (width <= room) {
      return text;
    }
    const letters = Math.floor((room - 8) / (width / text.length));
    return letters < 3 ? "" : text.slice(0, letters) + "…";
  },
};

/**
 * A chart that scrolls vertically and is zoomed and moved horizontally. Its owner sets the extent and draws.
 *
 * owner: draw(chart, context), hit(x, y) -> something or null, tip(hit) -> lines, chosen(hit), opened(hit), viewed() when another stretch is shown
 */
class Chart {
  #frame = 0;
  #drag = null;

  constructor(owner, label, { gutter = 0, top = 0, maxHeight = 560 } = {}) {
    this.owner = owner;
    this.gutter = gutter;
    this.top = top;
    this.maxHeight = maxHeight;
    this.from = 0;
    this.to = 1;
    this.min = 0;
    this.max = 1;
    this.contentHeight = 0;
    this.canvas = element("canvas", { tabindex: "0", role: "img", "aria-label": label });
    this.space = element("div", { class: "space" }, this.canvas);
    this.root = element("div", { class: "chart" }, this.space);
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.root.addEventListener("scroll", () => this.redraw());
    this.canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.canvas.addEventListener("keydown", (event) => this.#key(event));
    this.canvas.addEventListener("pointerdown", (event) => this.#down(event));
    this.canvas.addEventListener("pointermove", (event) => this.#move(event));
    this.canvas.addEventListener("pointerup", (event) => this.#up(event));
    this.canvas.addEventListener("pointercancel", () => this.#endDrag());
    this.canvas.addEventListener("pointerleave", () => tip.hide());
    this.canvas.addEventListener("dblclick", (event) => this.#open(event));
    new ResizeObserver(() => this.#resize()).observe(this.root);
    Chart.all.push(this);
  }

  /** Sets the whole extent of time and the height of what is drawn below the top, and shows all of it. */
  setExtent(min, max, contentHeight) {
    // Doubles far from 0 cannot tell shorter times apart.
    this.least = Math.max(1e-9, Math.abs(max) * 1e-13);
    this.min = min;
    this.max = Math.max(max, min + this.least);
    this.from = min;
    this.to = this.max;
    this.contentHeight = contentHeight;
    const height = Math.min(this.maxHeight, contentHeight + this.top);
    this.root.style.height = height + 2 + "px";
    this.space.style.height = contentHeight + this.top + "px";
    this.root.scrollTop = 0;
    this.#resize();
  }

  #resize() {
    const width = this.root.clientWidth;
    const height = this.root.clientHeight;
    if (width === 0 || height === 0) {
      return;
    }
    this.width = width;
    this.height = height;
    const ratio = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = width + "px";
    this.canvas.style.height = height + "px";
    this.#draw();
  }

  redraw() {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => this.#draw());
    }
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.width) {
      return;
    }
    const ratio = devicePixelRatio || 1;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.fillStyle = theme().card;
    this.context.fillRect(0, 0, this.width, this.height);
    this.context.font = FONT;
    this.context.textBaseline = "middle";
    this.owner.draw(this, this.context);
  }

  /** Pixels of a unit of time. */
  get scale() {
    return (this.width - this.gutter) / (this.to - this.from);
  }

  x(time) {
    return this.gutter + (time - this.from) * this.scale;
  }

  time(x) {
    return this.from + (x - this.gutter) / this.scale;
  }

  /** Returns where a height of the content is on the canvas. */
  y(contentY) {
    return contentY + this.top - this.root.scrollTop;
  }

  /** Shows a stretch of time, no longer than all and no shorter than a billionth of it. */
  show(from, to) {
    const whole = this.max - this.min;
    const length = Math.min(whole, Math.max(to - from, whole / 1e9, this.least, this.shortest ?? 0));
    const middle = (from + to) / 2;
    this.from = Math.min(Math.max(this.min, middle - length / 2), this.max - length);
    this.to = this.from + length;
    this.redraw();
    this.owner.viewed?.();
  }

  /** Makes the stretch shown longer or shorter, around a time. */
  zoom(factor, around = (this.from + this.to) / 2) {
    this.show(around - (around - this.from) * factor, around + (this.to - around) * factor);
  }

  move(part) {
    const by = (this.to - this.from) * part;
    this.show(this.from + by, this.to + by);
  }

  fit() {
    this.show(this.min, this.max);
  }

  /** Scrolls so that a height of the content is visible. */
  reveal(contentY) {
    const y = this.y(contentY);
    if (y < this.top + 8 || y > this.height - LEVEL_HEIGHT * 2) {
      this.root.scrollTop = Math.max(0, contentY - this.height / 3);
    }
  }

  /** Fills boxes of levels, colour by colour, then writes labels. colorOf and labelOf take a box's id. */
  drawLevels(context, levels, colorOf, labelOf, levelHeight = LEVEL_HEIGHT) {
    const byColor = new Map();
    const labels = [];
    const right = this.width;
    for (const level of levels) {
      const y = this.y(level.y);
      if (y + levelHeight < this.top || y > this.height) {
        continue;
      }
      let i = level.firstEndingAfter(this.from);
      if (i > 0 && level.ends[i - 1] === this.from) {
        i--; // a box without length at the left edge
      }
      while (i < level.starts.length && level.starts[i] <= this.to) {
        const start = Math.max(this.gutter, this.x(level.starts[i]));
        const end = Math.min(right, this.x(level.ends[i]));
        const color = colorOf(level.ids[i]);
        let boxes = byColor.get(color);
        if (boxes === undefined) {
          byColor.set(color, (boxes = []));
        }
        if (end - start < 1) {
          const column = Math.floor(start);
          boxes.push(column, y, 1);
          i = level.firstEndingAfter(this.time(column + 1), i + 1);
          continue;
        }
        boxes.push(start, y, end - start > 3 ? end - start - 0.6 : end - start);
        if (end - start > 22) {
          labels.push(i, level, start, end, y);
        }
        i++;
      }
    }
    this.#fill(context, byColor, levelHeight - 1);
    this.#label(context, labels, labelOf);
  }

  #fill(context, byColor, height) {
    for (const [color, boxes] of byColor) {
      context.fillStyle = color;
      for (let i = 0; i < boxes.length; i += 3) {
        context.fillRect(boxes[i], boxes[i + 1], boxes[i + 2], height);
      }
    }
  }

  #label(context, labels, labelOf) {
    context.fillStyle = BOX_TEXT;
    for (let i = 0; i < labels.length; i += 5) {
      const [at, level, start, end, y] = [labels[i], labels[i + 1], labels[i + 2], labels[i + 3], labels[i + 4]];
      const room = end - start - 2 * LABEL_PADDING;
      const [name, value] = labelOf(level.ids[at]);
      const text = textWidths.fit(context, name, room);
      if (text === "") {
        continue;
      }
      context.fillText(text, start + LABEL_PADDING, y + BOX_HEIGHT / 2 + 0.5);
      if (value && text === name) {
        const width = textWidths.of(context, value);
        if (textWidths.of(context, name) + width + 10 <= room) {
          context.globalAlpha = 0.75;
          context.fillText(value, end - LABEL_PADDING - width, y + BOX_HEIGHT / 2 + 0.5);
          context.globalAlpha = 1;
        }
      }
    }
  }

  /** Draws a scale of time at the top and its lines. */
  drawAxis(context) {
    const step = niceStep(this.to - this.from, Math.max(2, Math.floor((this.width - this.gutter) / 110)));
    context.fillStyle = theme().card;
    context.fillRect(0, 0, this.width, this.top);
    context.fillStyle = theme().grid;
    const first = Math.ceil(this.from / step) * step;
    for (let time = first; time <= this.to; time += step) {
      context.fillRect(Math.round(this.x(time)), this.top - 6, 1, this.height);
    }
    context.fillStyle = theme().faint;
    context.textAlign = "center";
    for (let time = first; time <= this.to; time += step) {
      const x = this.x(time);
      if (x > this.gutter + 24 && x < this.width - 28) {
        context.fillText(axisTime(time, step), x, this.top / 2 - 1);
      }
    }
    context.textAlign = "start";
  }

  #point(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  #hit(event) {
    const [x, y] = this.#point(event);
    return this.owner.hit(x, y);
  }

  #wheel(event) {
    const horizontal = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.006), this.time(this.#point(event)[0]));
    } else if (Math.abs(horizontal) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
      event.preventDefault();
      this.move(horizontal / (this.width - this.gutter));
    }
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const actions = {
      w: () => this.zoom(0.7), "+": () => this.zoom(0.7), s: () => this.zoom(1 / 0.7), "-": () => this.zoom(1 / 0.7),
      a: () => this.move(-0.15), d: () => this.move(0.15), ArrowLeft: () => this.move(-0.15), ArrowRight: () => this.move(0.15),
      ArrowUp: () => (this.root.scrollTop -= 60), ArrowDown: () => (this.root.scrollTop += 60), f: () => this.fit(), 0: () => this.fit(),
      Escape: () => (this.owner.escape ? this.owner.escape() : this.fit()),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  }

  #down(event) {
    if (event.button === 0) {
      this.#drag = { x: event.clientX, y: event.clientY, from: this.from, to: this.to, scrollTop: this.root.scrollTop, moved: false };
      if (event.pointerType === "mouse") {
        this.canvas.setPointerCapture(event.pointerId);
      }
    }
  }

  #move(event) {
    const drag = this.#drag;
    if (drag === null) {
      const hit = this.#hit(event);
      this.root.classList.toggle("point", hit !== null);
      if (hit === null) {
        tip.hide();
      } else {
        tip.show(event, this.owner.tip(hit));
      }
      return;
    }
    const dx = event.clientX - drag.x;
    drag.moved ||= Math.abs(dx) + Math.abs(event.clientY - drag.y) > 4;
    if (drag.moved) {
      tip.hide();
      this.root.classList.add("grab");
      const by = dx / this.scale;
      this.show(drag.from - by, drag.to - by);
      this.root.scrollTop = drag.scrollTop - (event.clientY - drag.y);
    }
  }

  #up(event) {
    const clicked = this.#drag !== null && !this.#drag.moved;
    this.#endDrag();
    if (clicked) {
      this.owner.chosen?.(this.#hit(event));
    }
  }

  #endDrag() {
    this.#drag = null;
    this.root.classList.remove("grab");
  }

  #open(event) {
    const hit = this.#hit(event);
    if (hit !== null) {
      this.owner.opened?.(hit);
    }
  }

  /** Creates the buttons that do what keys and wheel do. */
  buttons() {
    const button = (text, label, action) =>
      element("button", { type: "button", title: label, "aria-label": label, click: action }, text);
    return element("span", { class: "group", role: "group", "aria-label": "Zoom" },
      button("+", "Zoom in (W)", () => this.zoom(0.6)),
      button("−", "Zoom out (S)", () => this.zoom(1 / 0.6)),
      button("←", "Earlier (A)", () => this.move(-0.25)),
      button("→", "Later (D)", () => this.move(0.25)),
      button("All", "Show all (F)", () => this.fit()));
  }
}

Chart.all = [];

function redrawAll() {
  themeColors = null;
  Chart.all.forEach((chart) => chart.redraw());
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawAll);
addEventListener("beforeprint", redrawAll);
addEventListener("afterprint", redrawAll);
