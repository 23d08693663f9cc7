// SPDX-License-Identifier: Apache-2.0
/* What surrounds one of the slowest calls: a row a thread, calls nested in time, arrows from where a callback is given to where it
 * runs. */

const ROW_GAP = 12;
const MOST_ARROWS = 3000;

class Timeline {
  #window = null;
  #rows = [];
  #levels = [];
  #ids = [];
  #subject = null;
  #chosenId = -1;

  constructor(parent) {
    this.chart = new Chart(this, "Timeline of the threads around the chosen call; W S zoom, A D move, F shows all", { gutter: 150, top: 26, maxHeight: 520 });
    this.summary = element("p", { class: "hint" });
    this.details = element("p", { class: "details", "aria-live": "polite" });
    parent.append(
      element("div", { class: "tools" }, this.summary, element("span", { class: "space" }), this.chart.buttons()),
      this.chart.root, this.details);
  }

  /** Shows a window; the subject is the call that it was made for: {track, start, nanos}. */
  show(window, subject) {
    this.#window = window;
    this.#subject = subject;
    this.#chosenId = -1;
    this.#layOut();
    const { leftOut, leftOutNanos, moreThreads, rows, arrows } = window;
    const calls = rows.reduce((sum, row) => sum + row.depth.length, 0);
    this.summary.textContent = [
      `${counted(calls, "call")} on ${counted(rows.length, "thread")}${arrows.length > 0 ? ", " + counted(arrows.length, "arrow") : ""}`,
      leftOut > 0 ? `${counted(leftOut, "call")} of at most ${duration(leftOutNanos)} not drawn` : null,
      moreThreads > 0 ? `${counted(moreThreads, "more thread")} not drawn` : null,
      window.arrowsLeftOut > 0 ? `${counted(window.arrowsLeftOut, "passing")} not drawn` : null,
    ].filter((text) => text !== null).join("; ") + ". Click a call for its details, double-click to zoom to it, drag to move.";
    this.details.replaceChildren();
  }

  #layOut() {
    const boxes = [];
    this.#ids = [];
    this.#rows = [];
    let y = 4;
    this.#window.rows.forEach((row, number) => {
      const deepest = row.depth.reduce((most, depth) => Math.max(most, depth), 0);
      const least = row.depth.reduce((least, depth) => Math.min(least, depth), deepest);
      const laidOut = { y, row, least, height: (deepest - least + 1) * LEVEL_HEIGHT };
      this.#rows.push(laidOut);
      for (let i = 0; i < row.depth.length; i++) {
        boxes.push([y + (row.depth[i] - least) * LEVEL_HEIGHT, row.start[i], row.start[i] + row.nanos[i], this.#ids.length]);
        this.#ids.push([number, i]);
      }
      y += laidOut.height + ROW_GAP;
    });
    this.#levels = levelsOf(boxes);
    this.chart.shortest = 50;
    this.chart.setExtent(0, this.#window.nanos, y);
    const own = this.#rows.find((laidOut) => laidOut.row.track === this.#subject.track);
    if (own && own.y + own.height > this.chart.height) {
      this.chart.root.scrollTop = Math.max(0, own.y - 40);
    }
  }

  get levels() {
    return this.#levels;
  }

  draw(chart, context) {
    if (this.#window === null) {
      return;
    }
    this.#drawSubject(chart, context);
    chart.drawAxis(context, this.#window.startNanos);
    context.save();
    context.beginPath();
    context.rect(0, chart.top, chart.width, chart.height - chart.top);
    context.clip();
    chart.drawLevels(context, this.#levels, (id) => this.#colorOf(id), (id) => this.#labelOf(id));
    this.#drawChosen(chart, context);
    this.#drawThrown(chart, context);
    this.#drawArrows(chart, context);
    this.#drawNames(chart, context);
    context.restore();
  }

  #colorOf(id) {
    const [number, i] = this.#ids[id];
    return palette.of(this.#window.rows[number].name[i]);
  }

  #labelOf(id) {
    const [number, i] = this.#ids[id];
    const row = this.#window.rows[number];
    return [shortName(row.name[i]), duration(row.nanos[i])];
  }

  /** Shades the time of the call that the window was made for. */
  #drawSubject(chart, context) {
    const from = Math.max(chart.gutter, chart.x(this.#subject.start));
    const to = Math.min(chart.width, chart.x(this.#subject.start + this.#subject.nanos));
    context.fillStyle = theme().soft;
    context.fillRect(from, chart.top - 6, Math.max(1, to - from), chart.height);
  }

  #drawChosen(chart, context) {
    if (this.#chosenId < 0) {
      return;
    }
    const [number, i] = this.#ids[this.#chosenId];
    const { y, row, least } = this.#rows[number];
    const from = Math.max(chart.gutter, chart.x(row.start[i]));
    const to = Math.min(chart.width, chart.x(row.start[i] + row.nanos[i]));
    context.strokeStyle = theme().match;
    context.lineWidth = 2;
    context.strokeRect(from, chart.y(y + (row.depth[i] - least) * LEVEL_HEIGHT), Math.max(2, to - from), BOX_HEIGHT);
  }

  /** Marks calls that ended by an exception at their ends. */
  #drawThrown(chart, context) {
    context.fillStyle = theme().lag;
    let marks = 0;
    for (const { y, row, least } of this.#rows) {
      for (let i = 0; i < row.flags.length && marks < 500; i++) {
        if (row.flags[i] & FLAG_THREW) {
          const x = chart.x(row.start[i] + row.nanos[i]);
          if (x > chart.gutter && x < chart.width + 2) {
            context.fillRect(x - 3, chart.y(y + (row.depth[i] - least) * LEVEL_HEIGHT), 3, BOX_HEIGHT);
            marks++;
          }
        }
      }
    }
  }

  #drawArrows(chart, context) {
    context.lineWidth = 1.6;
    let drawn = 0;
    context.save();
    context.beginPath();
    context.rect(chart.gutter, chart.top, chart.width - chart.gutter, chart.height);
    context.clip();
    for (const [fromRow, fromDepth, fromTime, toRow, toDepth, toTime, ambiguous] of this.#window.arrows) {
      if (Math.max(fromTime, toTime) < chart.from || Math.min(fromTime, toTime) > chart.to || drawn >= MOST_ARROWS) {
        continue;
      }
      const start = this.#rows[fromRow];
      const end = this.#rows[toRow];
      const y1 = chart.y(start.y + (fromDepth - start.least) * LEVEL_HEIGHT) + (fromRow <= toRow ? BOX_HEIGHT : 0);
      const y2 = chart.y(end.y + (toDepth - end.least) * LEVEL_HEIGHT) + BOX_HEIGHT / 2;
      if (Math.max(y1, y2) < chart.top || Math.min(y1, y2) > chart.height) {
        continue;
      }
      drawn++;
      this.#drawArrow(context, chart.x(fromTime), y1, chart.x(toTime), y2, ambiguous === 1);
    }
    context.restore();
  }

  #drawArrow(context, x1, y1, x2, y2, dashed) {
    const reach = Math.max(14, Math.min(60, Math.abs(x2 - x1) / 2));
    const down = y2 > y1 ? 1 : -1;
    const bend = Math.min(26, Math.abs(y2 - y1));
    const line = () => {
      context.beginPath();
      context.moveTo(x1, y1);
      context.bezierCurveTo(x1, y1 + down * bend, x2 - reach, y2, x2 - 6, y2);
      context.stroke();
    };
    context.strokeStyle = theme().card;
    context.lineWidth = 4;
    line();
    context.strokeStyle = theme().arrow;
    context.lineWidth = 1.6;
    context.setLineDash(dashed ? [5, 3] : []);
    line();
    context.setLineDash([]);
    context.fillStyle = theme().arrow;
    context.beginPath();
    context.arc(x1, y1, 2.6, 0, 7);
    context.moveTo(x2, y2);
    context.lineTo(x2 - 7, y2 - 4);
    context.lineTo(x2 - 7, y2 + 4);
    context.fill();
  }

  #drawNames(chart, context) {
    context.fillStyle = theme().card;
    context.fillRect(0, chart.top, chart.gutter - 4, chart.height);
    for (const [number, { y, row, height }] of this.#rows.entries()) {
      const top = chart.y(y);
      if (top > chart.height || top + height < chart.top) {
        continue;
      }
      if (number > 0) {
        context.fillStyle = theme().grid;
        context.fillRect(0, Math.round(top - ROW_GAP / 2), chart.width, 1);
      }
      context.fillStyle = row.track === this.#subject.track ? theme().accent : theme().ink;
      context.font = (row.track === this.#subject.track ? "600 " : "") + FONT;
      // The name of a tall row stays visible while the row is scrolled.
      const nameTop = Math.min(Math.max(top, chart.top), top + height - BOX_HEIGHT);
      context.fillText(textWidths.fit(context, row.thread, chart.gutter - 16), 8, nameTop + BOX_HEIGHT / 2);
      context.font = FONT;
    }
  }

  hit(x, y) {
    if (this.#window === null || y < this.chart.top) {
      return null;
    }
    if (x < this.chart.gutter) {
      const named = this.#rows.find((laidOut) => this.chart.y(laidOut.y) <= y && this.chart.y(laidOut.y) + laidOut.height > y);
      return named ? { thread: named.row } : null;
    }
    for (const level of this.#levels) {
      const top = this.chart.y(level.y);
      if (y >= top && y < top + LEVEL_HEIGHT) {
        const id = level.find(this.chart.time(x), 2 / this.chart.scale);
        return id < 0 ? null : { id };
      }
    }
    return null;
  }

  tip(hit) {
    if (hit.thread) {
      return [hit.thread.thread, counted(hit.thread.depth.length, "call") + " drawn"];
    }
    const [number, i] = this.#ids[hit.id];
    const row = this.#window.rows[number];
    return [shortName(row.name[i]), `${duration(row.nanos[i])}, began ${offset(this.#window.startNanos + row.start[i])}`,
      `on ${row.thread}, level ${row.depth[i]}`, ...flagTexts(row.flags[i])];
  }

  chosen(hit) {
    this.#chosenId = hit?.id ?? -1;
    this.chart.redraw();
    if (this.#chosenId < 0) {
      this.details.replaceChildren();
      return;
    }
    const [number, i] = this.#ids[hit.id];
    const row = this.#window.rows[number];
    this.details.replaceChildren(element("b", {}, fullName(row.name[i])),
      ` took ${duration(row.nanos[i])}, began ${offset(this.#window.startNanos + row.start[i])} on ${row.thread}`
      + flagTexts(row.flags[i]).map((text) => ", " + text).join(""));
  }

  opened(hit) {
    if (hit.id !== undefined) {
      const [number, i] = this.#ids[hit.id];
      const row = this.#window.rows[number];
      const margin = row.nanos[i] * 0.08 + 1;
      this.chart.show(row.start[i] - margin, row.start[i] + row.nanos[i] + margin);
    }
  }
}
