// SPDX-License-Identifier: Apache-2.0
/* The whole recording: for each thread how many calls were open, in the colour of the busiest method; above it the slowest calls and
 * the stalls of the JVM. */

const STRIP = 24;
const STRIP_GAP = 4;
const MARKS = 22;

class Overview {
  #rows = [];
  #slow = [];
  #mostOpen = 1;
  #chosen = null;

  constructor(section, slowCalls) {
    this.slowCalls = slowCalls;
    const { overview } = model;
    section.append(element("p", { class: "hint" },
      "A row a thread. The height is the number of open calls, the colour that of the method with the most self time. "
      + "Above: the slowest calls (click one to see what surrounds it) and, in orange, stalls of the JVM."));
    if (overview.rows.length === 0) {
      section.append(element("p", { class: "hint" }, "No call was recorded."));
      return;
    }
    this.chart = new Chart(this, "Density of the calls of each thread over the whole recording", { gutter: 150, top: 26, maxHeight: 460 });
    this.details = element("p", { class: "details", "aria-live": "polite" });
    const more = overview.moreThreads > 0 ? `${counted(overview.moreThreads, "less busy thread")} not drawn` : "";
    section.append(element("div", { class: "tools" }, element("span", { class: "count" }, more), element("span", { class: "space" }), this.chart.buttons()),
      this.chart.root, this.details);
    this.#layOut(overview);
    slowCalls.listener = () => this.chart.redraw();
  }

  #layOut(overview) {
    this.slice = overview.sliceNanos;
    this.#rows = [...overview.rows].sort((a, b) => (a.kind !== "THREAD") - (b.kind !== "THREAD") || a.startNanos - b.startNanos);
    let from = Infinity;
    let to = -Infinity;
    this.#rows.forEach((row, number) => {
      row.y = MARKS + number * (STRIP + STRIP_GAP);
      row.most = row.open.reduce((most, open) => Math.max(most, open), 1);
      row.label = row.kind === "THREAD" ? row.thread : `${counted(row.threads, row.kind === "VIRTUAL_THREADS" ? "virtual thread" : "other thread")}`;
      this.#mostOpen = row.kind === "THREAD" ? Math.max(this.#mostOpen, row.most) : this.#mostOpen;
      from = Math.min(from, row.startNanos);
      to = Math.max(to, row.startNanos + row.open.length * this.slice);
    });
    this.#slow = SLOW_LISTS.flatMap(({ key }) => model.slow[key].map((slow) => ({ key, slow })));
    this.chart.shortest = this.slice * 4;
    this.chart.setExtent(from, to, MARKS + this.#rows.length * (STRIP + STRIP_GAP) + 4);
  }

  draw(chart, context) {
    chart.drawAxis(context);
    context.save();
    context.beginPath();
    context.rect(0, chart.top, chart.width, chart.height - chart.top);
    context.clip();
    this.#drawChosen(chart, context);
    for (const row of this.#rows) {
      const y = chart.y(row.y);
      if (y < chart.height && y + STRIP > chart.top) {
        this.#drawRow(chart, context, row, y);
      }
    }
    this.#drawMarks(chart, context);
    context.restore();
  }

  /** Frames the window that the timeline shows. */
  #drawChosen(chart, context) {
    const { chosen } = this.slowCalls;
    if (chosen) {
      const window = model.timelines.windows[chosen.window];
      const from = Math.max(chart.gutter, chart.x(window.startNanos));
      const to = Math.min(chart.width, chart.x(window.startNanos + window.nanos));
      context.fillStyle = theme().soft;
      context.fillRect(from, chart.top, Math.max(2, to - from), chart.height);
    }
  }

  #drawRow(chart, context, row, y) {
    const most = row.kind === "THREAD" ? this.#mostOpen : row.most;
    const scale = STRIP / Math.log1p(most / 100);
    const byColor = new Map();
    const first = Math.max(0, Math.floor((chart.from - row.startNanos) / this.slice));
    const last = Math.min(row.open.length - 1, Math.ceil((chart.to - row.startNanos) / this.slice));
    for (let i = first; i <= last; i++) {
      const open = row.open[i];
      if (open === 0 && row.calls[i] === 0) {
        continue;
      }
      const color = palette.of(row.busiest[i]);
      if (!byColor.has(color)) {
        byColor.set(color, []);
      }
      // Whole pixels: between bars with fractions of them the background would shine through.
      const x = Math.max(chart.gutter, Math.round(chart.x(row.startNanos + i * this.slice)));
      const end = Math.max(x + 1, Math.round(chart.x(row.startNanos + (i + 1) * this.slice)));
      byColor.get(color).push(x, end - x, Math.max(1.5, Math.log1p(open / 100) * scale));
    }
    for (const [color, bars] of byColor) {
      context.fillStyle = color;
      for (let i = 0; i < bars.length; i += 3) {
        context.fillRect(bars[i], y + STRIP - bars[i + 2], bars[i + 1], bars[i + 2]);
      }
    }
    context.fillStyle = theme().card;
    context.fillRect(0, y - STRIP_GAP, chart.gutter - 2, STRIP + STRIP_GAP);
    context.fillStyle = theme().line;
    context.fillRect(chart.gutter, y + STRIP, chart.width, 0.5);
    context.fillStyle = theme().ink;
    context.fillText(textWidths.fit(context, row.label, chart.gutter - 16), 8, y + STRIP / 2);
  }

  #drawMarks(chart, context) {
    const top = chart.top;
    context.fillStyle = theme().card;
    context.fillRect(0, top, chart.width, MARKS - 2);
    context.fillStyle = theme().faint;
    context.fillText("slowest, stalls", 8, top + 9);
    context.save();
    context.beginPath();
    context.rect(chart.gutter, top, chart.width, chart.height);
    context.clip();
    context.fillStyle = theme().stall;
    for (const [start, nanos] of model.overview.stalls) {
      context.fillRect(chart.x(start), top + 13, Math.max(2, nanos * chart.scale), 5);
    }
    for (const { key, slow } of this.#slow) {
      context.fillStyle = this.slowCalls.chosen === slow ? theme().accent : key === "passes" ? theme().arrow : theme().faint;
      const x = chart.x(slow.startNanos);
      context.beginPath();
      context.moveTo(x - 4, top + 1);
      context.lineTo(x + 4, top + 1);
      context.lineTo(x, top + 10);
      context.fill();
    }
    context.restore();
  }

  hit(x, y) {
    const { chart } = this;
    if (y >= chart.top && y < chart.top + MARKS - 2) {
      const stall = model.overview.stalls.find(([start, nanos]) => chart.x(start) - 1 <= x && chart.x(start + nanos) + 2 >= x);
      const near = y < chart.top + 11 || !stall
        ? this.#slow.map((mark) => [Math.abs(chart.x(mark.slow.startNanos) - x), mark]).sort((a, b) => a[0] - b[0])[0]
        : undefined;
      return near && near[0] <= 6 ? { slow: near[1] } : stall ? { stall } : null;
    }
    const row = this.#rows.find((row) => chart.y(row.y) <= y && chart.y(row.y) + STRIP + STRIP_GAP > y);
    if (!row || y < chart.top) {
      return null;
    }
    if (x < chart.gutter) {
      return { row, slice: -1 };
    }
    const slice = Math.floor((chart.time(x) - row.startNanos) / this.slice);
    return slice >= 0 && slice < row.open.length && (row.open[slice] > 0 || row.calls[slice] > 0) ? { row, slice } : null;
  }

  tip(hit) {
    if (hit.stall) {
      return ["The JVM stalled", `${duration(hit.stall[1])} from ${offset(hit.stall[0])}`, "garbage collection, safepoints, too few cores"];
    }
    if (hit.slow) {
      const { key, slow } = hit.slow;
      const name = slowLabel(slow);
      return [name, key === "passes" ? `waited ${duration(slow.waitNanos)}` : key === "calls" ? `self ${duration(slow.selfNanos)}` : duration(slow.nanos),
        `from ${offset(slow.startNanos)} on ${slow.thread}`, "click to see what surrounds it"];
    }
    const { row, slice } = hit;
    if (slice < 0) {
      return [row.label, count(row.calls.reduce((sum, calls) => sum + calls, 0)) + " calls and runs"];
    }
    const start = row.startNanos + slice * this.slice;
    return [row.label, `${offset(start)}, for ${duration(this.slice)}`, `${(row.open[slice] / 100).toFixed(2)} calls open on average`,
      `${count(row.calls[slice])} calls and runs ended`, row.busiest[slice] < 0 ? "" : `busiest: ${shortName(row.busiest[slice])}`];
  }

  chosen(hit) {
    if (hit?.slow) {
      this.slowCalls.choose(hit.slow.slow);
      byId("slow").scrollIntoView();
    } else if (hit?.row && hit.slice >= 0) {
      const from = hit.row.startNanos + hit.slice * this.slice;
      const time = (nanos) => Math.max(0, Math.round((nanos + model.cutOffsetNanos) / 1000)) + "us";
      this.details.replaceChildren(element("b", {}, hit.row.label), ` at ${offset(from)}. Every call of this time in a viewer: `,
        element("code", {}, `java -jar tracer.jar cut ${model.command} --from ${time(from)} --to ${time(from + this.slice)}`));
    }
  }
}
