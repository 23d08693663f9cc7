// SPDX-License-Identifier: Apache-2.0
/* Tables that are sorted by a click on a title and searched while typing. */

const FIRST_ROWS = 25;

class Table {
  #rows;
  #columns;
  #more;
  #sorted;
  #descending = true;
  #searched = "";
  #all = false;

  /**
   * Shows a table in a section.
   *
   * columns: { title, of(row) -> number or text to sort by, text(row) -> text or node, bar(row) -> part from 0 to 1, name: true for names }; sortBy: index of the first order, null for the given one
   */
  constructor(section, rows, columns, { noun, more = 0, sortBy = 1, hint }) {
    this.#rows = rows;
    this.#columns = columns;
    this.#more = more;
    this.#sorted = sortBy === null ? null : columns[sortBy];
    this.noun = noun;
    this.count = element("span", { class: "count", "aria-live": "polite" });
    this.body = element("tbody");
    this.head = columns.map((column) =>
      element("th", { scope: "col", class: column.name ? "text" : "" },
        element("button", { type: "button", click: () => this.#sort(column) }, column.title)));
    this.moreButton = element("button", { type: "button", class: "more", click: () => this.#showAll() });
    section.append(
      element("p", { class: "hint" }, hint),
      element("div", { class: "tools" },
        searchField(`Search ${noun}s`, (text) => this.#search(text)), this.count),
      element("div", { class: "scroll" }, element("table", {}, element("thead", {}, element("tr", {}, ...this.head)), this.body)),
      element("div", { class: "tools" }, this.moreButton));
    this.#show();
  }

  #sort(column) {
    this.#descending = this.#sorted === column ? !this.#descending : !column.name;
    this.#sorted = column;
    this.#show();
  }

  #search(text) {
    this.#searched = text;
    this.#show();
  }

  #showAll() {
    this.#all = true;
    this.#show();
  }

  #show() {
    const sign = this.#descending ? -1 : 1;
    const nameOf = this.#columns.find((column) => column.name).of;
    const found = this.#searched === ""
      ? [...this.#rows]
      : this.#rows.filter((row) => nameOf(row).toLowerCase().includes(this.#searched));
    if (this.#sorted !== null) {
      const { of } = this.#sorted;
      found.sort((a, b) => {
        const [left, right] = [of(a), of(b)];
        return sign * (typeof left === "number" ? left - right : left < right ? -1 : left > right ? 1 : 0);
      });
    }
    const shown = this.#all ? found : found.slice(0, FIRST_ROWS);
    this.body.replaceChildren(...shown.map((row) => this.#row(row)));
    this.head.forEach((head, index) =>
      head.setAttribute("aria-sort", this.#columns[index] !== this.#sorted ? "none" : this.#descending ? "descending" : "ascending"));
    const left = this.#more > 0 ? `, ${count(this.#more)} more in report --json` : "";
    this.count.textContent = (this.#searched === "" ? counted(found.length, this.noun) : `${count(found.length)} of ${counted(this.#rows.length, this.noun)}`) + left;
    this.moreButton.hidden = shown.length === found.length;
    this.moreButton.textContent = `Show all ${count(found.length)}`;
  }

  #row(row) {
    return element("tr", {}, ...this.#columns.map((column) => {
      const cell = element("td", { class: column.name ? "text" : column.bar ? "bar" : "", title: column.name ? column.of(row) : null }, column.text(row));
      if (column.bar) {
        const part = Math.max(0, Math.min(1, column.bar(row))) * 100;
        cell.style.backgroundImage = `linear-gradient(to left, var(--bar) ${part}%, transparent ${part}%)`;
      }
      return cell;
    }));
  }
}

function timeColumn(title, of, more = {}) {
  return { title, of, text: (row) => duration(of(row)), ...more };
}

/** A time of calls, runs or waits: none where there are none of them. */
function timeColumnOf(title, times, of) {
  return timeColumn(title, (row) => of(times(row)), { text: (row) => times(row).count === 0 ? "-" : duration(of(times(row))) });
}

function countColumn(title, of, more = {}) {
  return { title, of, text: (row) => count(of(row)), ...more };
}

function nameWithNotes(name, notes) {
  const cell = document.createDocumentFragment();
  cell.append(name);
  for (const [text, number] of notes) {
    if (number === true) {
      cell.append(element("span", { class: "note" }, text));
    } else if (number > 0) {
      cell.append(element("span", { class: "note" }, `${text}: ${count(number)}`));
    }
  }
  return cell;
}

/** Shows a table for each kind of samples. */
function showSamples() {
  const section = byId("samples");
  for (const kind of model.samples) {
    section.append(element("h3", {}, `${counted(kind.count, "sample")}${kind.name === "" ? "" : " of kind " + kind.name}`));
    new Table(section, kind.methods, [
      { title: "Method", name: true, of: (row) => row.name, text: (row) => row.name },
      countColumn("Self", (row) => row.self, { bar: (row) => row.self / kind.count }),
      { title: "Self %", of: (row) => row.self, text: (row) => percent(row.self, kind.count) },
      countColumn("Total", (row) => row.total),
      { title: "Total %", of: (row) => row.total, text: (row) => percent(row.total, kind.count) },
    ], { noun: "method", more: kind.moreMethods, hint: "These are counts of samples, not calls or times." });
  }
}

/** Returns what to show for a value of a section, and what to sort it by, by the unit of its column. */
const SECTION_UNITS = {
  TEXT: (value) => value,
  COUNT: (value) => count(value),
  NUMBER: (value) => String(Math.round(value * 10_000) / 10_000),
  DURATION: (value) => (value < 0 ? "-" : duration(value)),
  TIME: offset,
};

/** Shows a table for each section of the report that the trace has something for, its last column first: the name. */
function showSections() {
  for (const { key, title, columns, rows, moreRows, notes } of model.sections) {
    const section = element("section", { id: "section-" + key }, element("h2", {}, title.replace(/[,:;].*/, "")));
    byId("recording").before(section);
    if (rows.length > 0) {
      const last = columns.length - 1;
      const order = [last, ...columns.keys()].slice(0, columns.length);
      new Table(section, rows, order.map((index) => ({
        title: columns[index].title,
        name: index === last,
        of: (row) => row[index],
        text: (row) => SECTION_UNITS[columns[index].unit](row[index]),
      })), { noun: "row", more: moreRows, sortBy: null, hint: title });
    }
    for (const [what, number] of Object.entries(notes)) {
      section.append(element("p", { class: "hint" }, `${what}: ${count(number)}`));
    }
  }
}

/** Shows the HTTP requests by route, those that the program served and those that it sent. */
function showRequests() {
  const part = (row, kind) => (row.nanosOfKinds?.[kind] ?? 0) / Math.max(1, row.callNanos ?? 0);
  const kinds = [...new Set(model.requests.flatMap((row) => Object.keys(row.nanosOfKinds ?? {})))]
    .filter((kind) => model.requests.some((row) => part(row, kind) > 0));
  const longest = Math.max(...model.requests.map((row) => row.totalNanos));
  const ended = (row) => ({ ...row, count: row.count - row.notEnded });
  new Table(byId("requests"), model.requests, [
    { title: "Request", name: true, of: (row) => row.name, text: (row) => nameWithNotes(row.name + (row.sent ? " (sent)" : ""), [["not ended", row.notEnded]]) },
    { ...timeColumnOf("In all", ended, (times) => times.totalNanos), bar: (row) => row.totalNanos / longest },
    countColumn("Requests", (row) => row.count),
    ...["2xx", "3xx", "4xx", "5xx"].map((status) => countColumn(status, (row) => row.statuses[status], { text: (row) => countOrNone(row.statuses[status]) })),
    countColumn("Threw", (row) => row.threw ?? 0, { text: (row) => countOrNone(row.threw ?? 0) }),
    timeColumnOf("Average", ended, (times) => times.averageNanos),
    timeColumnOf("Median", ended, (times) => times.p50Nanos),
    timeColumnOf("p99", ended, (times) => times.p99Nanos),
    timeColumnOf("Longest", ended, (times) => times.maxNanos),
    ...kinds.map((kind) => ({ title: kind + " %", of: (row) => part(row, kind), text: (row) => percent(part(row, kind), 1) })),
  ], {
    noun: "request", more: model.moreRows.requests ?? 0,
    hint: "Each to its end, on whichever thread. SQL and HTTP are parts of the time of its call.",
  });
}

/** Returns a count, or nothing for 0, so that failures stand out. */
function countOrNone(number) {
  return number === 0 ? "" : count(number);
}

function showTables() {
  if (model.requests.length > 0) {
    showRequests();
  }
  const traced = model.trace.tracedNanos;
  const dropped = model.dataQuality.droppedMethods ?? {};
  if (model.methods.length > 0) {
    new Table(byId("methods"), model.methods, [
      { title: "Method", name: true, of: (row) => row.name, text: (row) => nameWithNotes(shortened(row.name), [
        ["threw", row.threw], ["unfinished", row.unfinished], ["dropped", Object.hasOwn(dropped, row.name)]]) },
      timeColumn("Self", (row) => row.selfNanos, { bar: (row) => row.selfNanos / traced }),
      { title: "Self %", of: (row) => row.selfNanos, text: (row) => percent(row.selfNanos, traced) },
      ...(model.dataQuality.warning ? [timeColumn("Without tracer", (row) => row.selfWithoutTracerNanos ?? -1, {
        text: (row) => row.selfWithoutTracerNanos === undefined ? "-" : duration(row.selfWithoutTracerNanos),
      })] : []),
      timeColumnOf("Total", (row) => row, (times) => times.totalNanos),
      countColumn("Calls", (row) => row.count),
      timeColumnOf("Average", (row) => row, (times) => times.averageNanos),
      timeColumnOf("Median", (row) => row, (times) => times.p50Nanos),
      timeColumnOf("p99", (row) => row, (times) => times.p99Nanos),
      timeColumnOf("Longest", (row) => row, (times) => times.maxNanos),
    ], {
      noun: "method", more: model.moreRows.methods,
      hint: "Self is the time outside of the traced calls that a method made. The total counts a recursion once.",
    });
  } else {
    byId("methods").append(element("p", { class: "hint" }, "No call was recorded."));
  }
  if (model.callbacks.length > 0) {
    new Table(byId("callbacks"), model.callbacks, [
      { title: "Callback", name: true, of: (row) => fullSiteLabel(row.site, row.name), text: (row) => nameWithNotes(siteLabel(row.site, shortened(row.name)), [
        ["ran repeatedly", row.repeated], ["not run yet", row.notRun], ["not needed", row.notNeeded], ["run unknown", row.unclear], ["ambiguous", row.ambiguous],
        ["threw", row.threw], ["unfinished", row.unfinished]]) },
      timeColumnOf("Waited in all", (row) => row.wait, (times) => times.totalNanos),
      timeColumnOf("Average wait", (row) => row.wait, (times) => times.averageNanos),
      timeColumnOf("p99", (row) => row.wait, (times) => times.p99Nanos),
      timeColumnOf("Longest wait", (row) => row.wait, (times) => times.maxNanos),
      countColumn("Passed", (row) => row.passes),
      countColumn("Runs", (row) => row.run.count),
      timeColumnOf("Ran in all", (row) => row.run, (times) => times.totalNanos),
      timeColumnOf("Average run", (row) => row.run, (times) => times.averageNanos),
      timeColumnOf("Longest run", (row) => row.run, (times) => times.maxNanos),
    ], {
      noun: "callback", more: model.moreRows.callbacks,
      hint: "Class.method[k] is argument k of the call that received it, at the line before the arrow. "
        + "It waits from its pass to its run, if it is the only one.",
    });
  } else {
    byId("callbacks").append(element("p", { class: "hint" }, "No callback was passed to a traced call."));
  }
  if (model.samples.length > 0) {
    showSamples();
  }
  if (model.threads.length > 0) {
    const whole = model.trace.endNanos;
    new Table(byId("threads"), model.threads, [
      { title: "Thread", name: true, of: (row) => row.name, text: (row) => row.name },
      timeColumn("Busy", (row) => row.busyNanos, { bar: (row) => row.busyNanos / whole }),
      { title: "Busy %", of: (row) => row.busyNanos, text: (row) => percent(row.busyNanos, whole) },
      countColumn("Root calls", (row) => row.rootCalls),
      countColumn("Calls and runs", (row) => row.callsAndRuns),
      { title: "First call", of: (row) => row.firstNanos, text: (row) => offset(row.firstNanos) },
      { title: "Last end", of: (row) => row.lastNanos, text: (row) => offset(row.lastNanos) },
    ], {
      noun: "thread", more: model.moreRows.threads,
      hint: "Busy is the time within root calls: those that no other traced call surrounds on their thread.",
    });
  }
}
