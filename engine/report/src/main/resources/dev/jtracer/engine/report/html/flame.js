// SPDX-License-Identifier: Apache-2.0
/* The flame graph: all calls added up by their callers. Widths are times; the root calls, or the methods, are at the top. */

/** Limits of the tree of callers: more is no longer readable, and takes time to make. */
const MOST_CALLERS = 60;
const MOST_INVERTED = 40_000;

/** A tree in columns: parent, name, calls, time; node 0 is the root. */
class FlameTree {
  constructor(rootLabel) {
    this.rootLabel = rootLabel;
    this.parent = [-1];
    this.name = [-2];
    this.calls = [0];
    this.time = [0];
    this.self = [0];
  }

  add(parent, name, calls, time, self) {
    this.parent.push(parent);
    this.name.push(name);
    this.calls.push(calls);
    this.time.push(time);
    this.self.push(self);
    return this.parent.length - 1;
  }

  /** Computes where each box is: children beside each other, the longest first. */
  layOut() {
    const size = this.parent.length;
    const children = Array.from({ length: size }, () => []);
    for (let node = 1; node < size; node++) {
      children[this.parent[node]].push(node);
    }
    this.x = new Float64Array(size);
    this.depth = new Int32Array(size);
    const open = [0];
    this.deepest = 0;
    while (open.length > 0) {
      const node = open.pop();
      let x = this.x[node];
      children[node].sort((a, b) => this.time[b] - this.time[a]);
      for (const child of children[node]) {
        this.x[child] = x;
        x += this.time[child];
        this.depth[child] = this.depth[node] + 1;
        this.deepest = Math.max(this.deepest, this.depth[child]);
        open.push(child);
      }
    }
    this.levels = levelsOf(Array.from({ length: size }, (_, node) => [this.depth[node] * LEVEL_HEIGHT, this.x[node], this.x[node] + this.time[node], node]));
    return this;
  }

  label(node) {
    return node === 0 ? this.rootLabel : shortName(this.name[node]);
  }
}

/** Returns the tree from root calls to those within them, by total time. */
function treeOfCalls() {
  const tree = new FlameTree("all threads");
  const { parent, name, calls, total, self } = model.flame;
  for (let i = 0; i < parent.length; i++) {
    tree.add(parent[i] + 1, name[i], calls[i], total[i], self[i]);
    if (parent[i] < 0) {
      tree.time[0] += total[i];
      tree.calls[0] += calls[i];
    }
  }
  return tree.layOut();
}

/** Returns the tree from methods to their callers, by self time. */
function treeOfCallers() {
  const tree = new FlameTree("self time of all threads");
  const { parent, name, calls, self } = model.flame;
  const found = new Map();
  const bySelf = [...parent.keys()].sort((a, b) => self[b] - self[a]);
  for (const node of bySelf) {
    tree.time[0] += self[node];
    let inverted = 0;
    let caller = node;
    for (let level = 0; caller >= 0 && level < MOST_CALLERS; level++) {
      const key = inverted * (model.names.length + 1) + name[caller] + 1;
      let next = found.get(key);
      if (next === undefined) {
        if (tree.parent.length >= MOST_INVERTED && level > 0) {
          break;
        }
        next = tree.add(inverted, name[caller], 0, 0, 0);
        found.set(key, next);
      }
      tree.time[next] += self[node];
      tree.calls[next] += calls[node];
      tree.self[next] += level === 0 ? self[node] : 0;
      inverted = next;
      caller = parent[caller];
    }
  }
  return tree.layOut();
}

class FlameGraph {
  #trees = new Map();
  #tree = null;
  #zoomed = 0;
  #searched = "";
  #matches = null;

  constructor(section) {
    if (model.flame.parent.length === 0) {
      section.append(element("p", { class: "hint" }, "No call was recorded."));
      return;
    }
    this.chart = new Chart(this, "Flame graph; click a box to zoom, Escape zooms out", { maxHeight: 560 });
    this.found = element("span", { class: "count", "aria-live": "polite" });
    this.crumbs = element("nav", { class: "crumbs", "aria-label": "Path to the zoomed box" });
    this.details = element("p", { class: "details", "aria-live": "polite" });
    const direction = choice("Direction", [["Calls, by total time", treeOfCalls], ["Callers, by self time", treeOfCallers]], (make) => this.#show(make));
    section.append(
      element("p", { class: "hint" }, "All calls of all threads, added up by their callers. Click a box to zoom in, a crumb to zoom out."),
      element("div", { class: "tools" },
        direction,
        searchField("Search methods", (text) => this.#search(text)), this.found,
        element("span", { class: "space" }), this.chart.buttons()),
      this.crumbs, this.chart.root, this.details);
    direction.choose(treeOfCalls);
  }

  #show(make) {
    if (!this.#trees.has(make)) {
      this.#trees.set(make, make());
    }
    this.#tree = this.#trees.get(make);
    this.#zoomed = 0;
    this.chart.setExtent(0, Math.max(1, this.#tree.time[0]), (this.#tree.deepest + 1) * LEVEL_HEIGHT + 2);
    this.#search(this.#searched);
    this.zoomTo(0);
  }

  #search(text) {
    this.#searched = text;
    const tree = this.#tree;
    this.#matches = text === "" ? null : new Uint8Array(tree.parent.length);
    this.found.textContent = "";
    if (this.#matches !== null) {
      const matching = model.names.map((name) => name.toLowerCase().includes(text));
      const within = new Uint8Array(tree.parent.length);
      const named = new Set();
      let time = 0;
      for (let node = 1; node < tree.parent.length; node++) {
        const matches = tree.name[node] >= 0 && matching[tree.name[node]];
        const outer = within[tree.parent[node]] === 1;
        this.#matches[node] = matches ? 1 : 0;
        within[node] = matches || outer ? 1 : 0;
        if (matches) {
          named.add(tree.name[node]);
          time += outer ? 0 : tree.time[node];
        }
      }
      this.found.textContent = `${counted(named.size, "method")}, ${percent(time, tree.time[0])} of the time`;
    }
    this.chart.redraw();
  }

  zoomTo(node) {
    const tree = this.#tree;
    this.chart.show(tree.x[node], tree.x[node] + Math.max(1, tree.time[node]));
    this.chart.reveal(tree.depth[node] * LEVEL_HEIGHT);
    this.#setZoomed(node);
  }

  /** Takes the nearest caller that fills the chart for the zoomed box, if that no longer does. */
  viewed() {
    const { from, to, max } = this.chart;
    const rounding = (to - from) / 1000;
    const { parent, x, time } = this.#tree;
    let node = to - from < max ? this.#zoomed : 0;
    while (node > 0 && (x[node] > from + rounding || x[node] + time[node] < to - rounding)) {
      node = parent[node];
    }
    if (node !== this.#zoomed) {
      this.#setZoomed(node);
    }
  }

  #setZoomed(node) {
    this.#zoomed = node;
    const tree = this.#tree;
    const path = [];
    for (let at = node; at >= 0; at = tree.parent[at]) {
      path.unshift(at);
    }
    const shown = path.length <= 8 ? path : [...path.slice(0, 3), -1, ...path.slice(-4)];
    this.crumbs.replaceChildren(...shown.flatMap((at, i) => [
      i > 0 ? element("span", {}, "›") : null,
      at < 0 ? element("span", {}, `${path.length - 7} more`)
        : element("button", { type: "button", title: at === 0 ? tree.rootLabel : fullName(tree.name[at]), click: () => this.zoomTo(at) }, tree.label(at)),
    ].filter((crumb) => crumb !== null)));
    this.#describe(node);
  }

  #describe(node) {
    const tree = this.#tree;
    const time = tree.time[node];
    this.details.replaceChildren(element("b", {}, node === 0 ? tree.rootLabel : fullName(tree.name[node])),
      ` ${duration(time)}, ${percent(time, tree.time[0])} of all`
      + (node > 0 ? `, ${counted(tree.calls[node], "call")}, ${duration(time / Math.max(1, tree.calls[node]))} each` : "")
      + (node > 0 && tree.self[node] > 0 ? `, self ${duration(tree.self[node])}` : ""));
  }

  draw(chart, context) {
    const tree = this.#tree;
    if (tree === null) {
      return;
    }
    const colors = theme();
    const around = this.#pathTo(this.#zoomed);
    chart.drawLevels(context, tree.levels, (node) => {
      if (this.#matches !== null && this.#matches[node] === 0) {
        return colors.gray;
      }
      return node === 0 ? colors.gray : palette.of(tree.name[node]);
    }, (node) => [tree.label(node), around.has(node) ? "" : duration(tree.time[node])]);
    if (this.#matches !== null) {
      this.#frameMatches(chart, context);
    }
  }

  #pathTo(node) {
    const path = new Set();
    for (let at = this.#tree.parent[node]; at >= 0; at = this.#tree.parent[at]) {
      path.add(at);
    }
    return path;
  }

  #frameMatches(chart, context) {
    context.strokeStyle = theme().match;
    context.lineWidth = 2;
    for (const level of this.#tree.levels) {
      const y = chart.y(level.y);
      if (y > chart.height || y + LEVEL_HEIGHT < 0) {
        continue;
      }
      for (let i = level.firstEndingAfter(chart.from); i < level.ids.length && level.starts[i] < chart.to; i++) {
        const width = (level.ends[i] - level.starts[i]) * chart.scale;
        if (width >= 3 && this.#matches[level.ids[i]] === 1) {
          context.strokeRect(Math.max(1, chart.x(level.starts[i]) + 1), y + 1, Math.min(chart.width - 2, width - 2.6), BOX_HEIGHT - 2);
        }
      }
    }
  }

  hit(x, y) {
    if (this.#tree === null) {
      return null;
    }
    const level = this.#tree.levels[Math.floor((y + this.chart.root.scrollTop) / LEVEL_HEIGHT)];
    const node = level === undefined ? -1 : level.find(this.chart.time(x), 1 / this.chart.scale);
    return node < 0 ? null : { node };
  }

  tip({ node }) {
    const tree = this.#tree;
    if (node === 0) {
      return [tree.rootLabel, duration(tree.time[0])];
    }
    return [fullName(tree.name[node]), `${duration(tree.time[node])}, ${percent(tree.time[node], tree.time[0])} of all`
      + (tree.depth[node] > tree.depth[this.#zoomed] ? `, ${percent(tree.time[node], tree.time[this.#zoomed])} of the zoomed box` : ""),
      `${counted(tree.calls[node], "call")}, ${duration(tree.time[node] / Math.max(1, tree.calls[node]))} each`,
      tree.self[node] > 0 ? `self ${duration(tree.self[node])}` : ""];
  }

  chosen(hit) {
    if (hit !== null) {
      this.zoomTo(hit.node);
    }
  }

  escape() {
    this.zoomTo(Math.max(0, this.#tree.parent[this.#zoomed]));
  }
}
