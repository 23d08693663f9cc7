// SPDX-License-Identifier: Apache-2.0
/* The slowest calls: three lists, and for the chosen call its timeline and where its time went. */

const LEAST_PART = 0.02;
const MOST_TREE_LINES = 30;
const SHORT_NANOS = 1e9;

const SLOW_LISTS = [
  { key: "requests", label: "Root calls",
    hint: "Calls that no other traced call surrounds on their thread, such as the handling of a request." },
  { key: "calls", label: "Single calls, by self time",
    hint: "Calls that took longest outside of the traced calls that they made, with the path from the root call." },
  { key: "passes", label: "Callbacks that waited",
    hint: "Callbacks that waited longest from pass to run, of those that ran once." },
];

class SlowCalls {
  #list = null;
  #chosen = null;

  constructor(section) {
    const filled = SLOW_LISTS.filter((list) => model.slow[list.key].length > 0);
    if (filled.length === 0) {
      section.append(element("p", { class: "hint" }, "No call was recorded."));
      return;
    }
    this.hint = element("p", { class: "hint" });
    this.head = element("tr");
    this.body = element("tbody");
    this.lists = choice("Kind of slow calls", filled.map((list) => [list.label, list]), (list) => this.#show(list));
    section.append(
      element("div", { class: "tools" }, this.lists),
      this.hint,
      element("div", { class: "scroll" }, element("table", {}, element("thead", {}, this.head), this.body)));
    this.heading = element("h3");
    section.append(this.heading);
    this.timeline = new Timeline(section);
    this.tree = element("div");
    section.append(this.tree);
    this.lists.choose(filled[0]);
  }

  #show(list) {
    if (list === this.#list) {
      return;
    }
    this.#list = list;
    this.hint.textContent = list.hint;
    const titles = {
      requests: ["Took", "", "Calls", "Began", "Thread", "Root call"],
      calls: ["Self", "", "Took", "Began", "Thread", "Path"],
      passes: ["Waited", "", "Ran", "Passed", "From thread, to thread", "Callback"],
    }[list.key];
    this.head.replaceChildren(...titles.map((title, i) => element("th", { scope: "col", class: i > 3 ? "plain text" : "plain" }, title)));
    const rows = model.slow[list.key];
    this.rows = rows.map((slow) => this.#row(list.key, slow, rows[0]));
    this.body.replaceChildren(...this.rows);
    // A short program is shown whole at first.
    this.choose(rows.find((slow) => slow.throughout && slow.nanos <= SHORT_NANOS) ?? rows[0]);
  }

  #row(key, slow, first) {
    const name = element("button", { type: "button", class: "link", title: slowTitle(slow), click: () => this.choose(slow) }, slowLabel(slow));
    const cells = {
      requests: () => [duration(slow.nanos), slow.throughout ? "open throughout" : partBar(slow.nanos, first.nanos), count(slow.calls), offset(slow.startNanos), slow.thread,
        slow.callNanos < slow.nanos ? element("span", {}, name, `, the call itself ${duration(slow.callNanos)}`) : name],
      calls: () => [duration(slow.selfNanos), partBar(slow.selfNanos, first.selfNanos), duration(slow.nanos), offset(slow.startNanos), slow.thread,
        element("span", { class: "path", title: slow.path.map((index) => (index < 0 ? "…" : fullName(index))).join("\n") }, name, pathText(slow.path))],
      passes: () => [duration(slow.waitNanos), partBar(slow.waitNanos, first.waitNanos), duration(slow.selfNanos), offset(slow.startNanos),
        `${slow.passedBy} → ${slow.thread}`, name],
    }[key]();
    const row = element("tr", { click: () => this.choose(slow) },
      ...cells.map((cell, i) => element("td", { class: i === 5 ? "text wide" : i === 4 ? "text" : "", title: i === 4 ? cell : null }, cell)));
    row.slow = slow;
    return row;
  }

  /** Shows one of the slow calls, of any list. */
  choose(slow) {
    const list = SLOW_LISTS.find(({ key }) => model.slow[key].includes(slow));
    this.lists.choose(list);
    if (this.#chosen === slow) {
      return;
    }
    this.#chosen = slow;
    this.rows.forEach((row) => row.classList.toggle("chosen", row.slow === slow));
    const name = slowLabel(slow);
    this.heading.textContent = list.key === "passes"
      ? `${name}: passed on ${slow.passedBy} at ${offset(slow.startNanos)}, ran ${duration(slow.waitNanos)} later on ${slow.thread}`
      : `${name}: ${duration(slow.nanos)}${slow.callNanos === slow.nanos ? cpuText(slow.cpu, slow.nanos) : ""}${stalledText(slow)} on ${slow.thread}, from ${offset(slow.startNanos)}`;
    const window = model.timelines.windows[slow.window];
    this.timeline.show(window, { track: slow.track, start: slow.startNanos, nanos: slow.nanos, depth: slow.depth ?? 0, pass: list.key === "passes", runs: runsOf(slow.waits ?? []) });
    this.tree.replaceChildren();
    if (slow.states?.length > 0) {
      this.tree.append(element("h3", {}, "What its thread did, by JFR"), stateList(slow.states));
    }
    if (slow.waits?.length > 0) {
      this.tree.append(element("h3", {}, "What it waited for"), waitList(slow.waits));
    }
    if (slow.paths) {
      this.#showTree(slow);
    }
    this.listener?.();
  }

  get chosen() {
    return this.#chosen;
  }

  #showTree(slow) {
    const lines = heaviestPaths(slow.paths);
    const root = slow.paths.total[0];
    const body = element("tbody", {}, ...lines.map(({ node, level, skipped }) => {
      const { total, calls, name, unfinished } = slow.paths;
      const cell = element("td", { class: "text", title: fullName(name[node]) },
        skipped > 0 ? element("span", { class: "path" }, `(${counted(skipped, "level")} of recursion) `) : null, shortName(name[node]),
        unfinished.includes(node) ? " (unfinished)" : null);
      cell.style.paddingLeft = 8 + Math.min(level, 24) * 14 + "px";
      return element("tr", {}, cell,
        element("td", {}, duration(total[node])), element("td", {}, partBar(total[node], root)),
        element("td", {}, percent(total[node], root)), element("td", {}, count(calls[node]) + " ×"),
        element("td", {}, calls[node] > 1 ? "avg " + duration(total[node] / calls[node]) : ""));
    }));
    this.tree.append(element("h3", {}, "Where its time went"), element("div", { class: "scroll" }, element("table", { class: "tree" }, body)));
  }
}

/** Returns for how much of a root call the JVM stalled, as text; empty for less than a tenth. */
function stalledText({ stalledNanos, nanos }) {
  return stalledNanos > 0 && stalledNanos >= nanos / 10 ? `, ${duration(stalledNanos)} of it in stalls of the JVM,` : "";
}

/** Returns a CPU time as text, where its limits differ by a quarter of the duration at most. */
function cpuText([least, most], nanos) {
  if (most === undefined || most - least > nanos / 4) {
    return "";
  }
  const [from, to] = [duration(least), duration(most)];
  return `, CPU ${from === to ? to : least < nanos / 100 ? `at most ${to}` : `${from} to ${to}`}`;
}

/** Returns the runs that were waited for, and those that they waited for: the critical path over threads. */
function runsOf(waits) {
  return waits.flatMap((wait) => [wait, ...runsOf(wait.waits)]);
}

/** Returns a list of waits, each with the waits of its run below it. */
function waitList(waits) {
  return element("ul", { class: "waits" }, ...waits.map((wait) => element("li", {}, waitText(wait), wait.states.length > 0 ? stateList(wait.states) : null, wait.waits.length > 0 ? waitList(wait.waits) : null)));
}

/** Returns a list of what a thread did by a JFR recording. */
function stateList(states) {
  return element("ul", { class: "waits" }, ...states.map((state) => element("li", {}, stateText(state))));
}

function stateText({ name, method, nanos, count, samples }) {
  const where = method >= 0 && fullName(method) !== name ? `, in ${shortName(method)}` : "";
  return (samples > 0 ? `${count} of ${counted(samples, "sample")}: ` : `${duration(nanos)}, ${count} ×: `) + name + where;
}

function waitText(wait) {
  const several = wait.candidates > 1 ? `one or more of ${wait.candidates} runs, the last one of ` : "";
  const behind = wait.behind > 0 ? ` behind ${counted(wait.behind, "run")}` : "";
  const queued = wait.queuedNanos > 0 ? `${duration(wait.queuedNanos)} in the queue${behind}, then ` : "";
  const busy = wait.busyIn >= 0 ? `, ${duration(wait.busyNanos)} of it in ${shortName(wait.busyIn)}` : "";
  return `${duration(wait.nanos)}: ${shortName(wait.caller)} waits for ${several}${siteLabel(wait.site, shortName(wait.name))}: `
    + `${queued}ran ${duration(wait.ranNanos)} on ${wait.thread}${cpuText(wait.cpu, wait.ranNanos)}${busy}`;
}

/** Returns the short name of a slow call: of a root call with the calls that it does little more than make, of a callback with its pass site. */
function slowLabel(slow) {
  const name = slow.paths ? slow.path.map(shortName).join(" > ") : siteLabel(slow.site ?? "", shortName(slow.path[slow.path.length - 1]));
  return name + (slow.unfinished ? " (unfinished)" : "");
}

/** Returns the full name of a slow call, of a callback with its pass site. */
function slowTitle(slow) {
  return slow.paths ? slow.path.map(fullName).join("\n") : fullSiteLabel(slow.site ?? "", fullName(slow.path[slow.path.length - 1]));
}

/** Returns the calls around a call, the nearest first, as text. */
function pathText(path) {
  const outer = path.slice(0, -1).reverse();
  const shown = outer.slice(0, 4).map((index) => (index < 0 ? "…" : shortName(index)));
  const more = outer.length - shown.length;
  return shown.length === 0 ? "" : " ‹ " + shown.join(" ‹ ") + (more > 0 ? ` ‹ ${more} more` : "");
}

/**
 * Returns the paths of a tree that took a part of its root's time worth showing, callers before callees. Of a recursion that does
 * little more than call itself the levels between are omitted.
 */
function heaviestPaths(paths) {
  const { parent, name, total } = paths;
  const children = parent.map(() => []);
  parent.forEach((caller, node) => caller >= 0 && children[caller].push(node));
  const passesOn = (node) => {
    const [only, ...others] = children[node].filter((child) => total[child] >= LEAST_PART * total[0]);
    return only !== undefined && others.length === 0 && parent[node] >= 0
      && name[only] === name[node] && name[node] === name[parent[node]] && total[only] >= 0.9 * total[node];
  };
  const lines = [];
  const open = [{ node: 0, level: 0, skipped: 0 }];
  while (open.length > 0 && lines.length < MOST_TREE_LINES) {
    const { node, level, skipped } = open.pop();
    const passed = passesOn(node);
    if (!passed) {
      lines.push({ node, level, skipped });
    }
    for (const child of [...children[node]].reverse()) {
      if (total[child] >= LEAST_PART * total[0]) {
        open.push({ node: child, level: level + (passed ? 0 : 1), skipped: passed ? skipped + 1 : 0 });
      }
    }
  }
  return lines;
}
