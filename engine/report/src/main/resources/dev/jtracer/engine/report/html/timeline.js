// SPDX-License-Identifier: Apache-2.0
/* The surroundings of one of the slowest calls: a row a thread, calls nested in time, arrows from where a callback is passed to where it
 * runs. */

const ROW_GAP = 12;
const MOST_ARROWS = 3000;
const FEW_ARROWS = 60;
const MOST_MARKS = 500;

class Timeline {
  #window = null;
  #rows = [];
  #levels = [];
  #ids = [];
  #thrown = [];
  #subject = null;
  #byIndex = new Map();
  #chosenId = -1;

  constructor(parent) {
    this.chart = new Chart(this, "Timeline of the threads around the chosen call; W S zoom, A D move, F shows all", { gutter: 150, top: 26, maxHeight: 520 });
    this.summary = element("p", { class: "hint" });
    this.details = element("p", { class: "details", "aria-live": "polite" });
    parent.append(
      element("div", { class: "tools" }, this.summary, element("span", { class: "space" }), this.chart.buttons()),
      this.chart.root, this.details);
  }

  /** Shows a window; the subject is the call that it was made for, with the runs that it waited for: {track, start, nanos, depth, runs}. */
  show(window, subject) {
    this.#window = window;
    this.#subject = subject;
    this.#chosenId = -1;
    this.#layOut();
    const { rows, arrows, moreThreads, moreArrows, ambiguousRuns } = window;
    const drawn = this.#ids.length;
    this.summary.textContent = [
      `${counted(drawn, "call")} on ${counted(rows.length, "thread")}${arrows.length > 0 ? ", " + counted(arrows.length, "arrow") : ""}`,
      droppedText(window, drawn),
      moreThreads > 0 ? `${counted(moreThreads, "more thread")} not drawn` : null,
      moreArrows > 0 ? `${counted(moreArrows, "more arrow")} not drawn` : null,
      ambiguousRuns > 0 ? `${counted(ambiguousRuns, "run")} without an arrow: several calls may have received the callback` : null,
    ].filter((text) => text !== null).join("; ") + ". Click a call for its details, double-click to zoom to it, drag to move.";
    this.details.replaceChildren();
  }

  #layOut() {
    const boxes = [];
    this.#ids = [];
    this.#thrown = [];
    this.#rows = [];
    this.#byIndex = new Map();
    const { startNanos, nanos } = this.#window;
    let y = 4;
    const lanes = [];
    for (const index of this.#window.rows) {
      const row = model.timelines.rows[index];
      const shown = callsWithin(row, startNanos, startNanos + nanos);
      if (shown.length === 0) {
        continue;
      }
      let deepest = 0;
      let least = Infinity;
      let end = 0;
      for (const i of shown) {
        deepest = Math.max(deepest, row.depth[i]);
        least = Math.min(least, row.depth[i]);
        end = Math.max(end, row.start[i] + row.nanos[i]);
      }
      const laidOut = { row, shown, least, height: (deepest - least + 1) * LEVEL_HEIGHT, from: row.start[shown[0]], to: end, y: 0 };
      this.#byIndex.set(index, laidOut);
      if (row.virtual && row.track !== this.#subject.track) {
        takeLane(lanes, laidOut);
      } else {
        laidOut.y = y;
        y += laidOut.height + ROW_GAP;
        this.#rows.push({ y: laidOut.y, height: laidOut.height, label: row.thread, members: [laidOut] });
      }
    }
    lanes.forEach((lane, number) => {
      lane.members.forEach((member) => (member.y = y));
      this.#rows.push({ y, height: lane.height, label: number === 0 ? "virtual threads" : "", members: lane.members });
      y += lane.height + ROW_GAP / 2;
    });
    for (const laidOut of this.#byIndex.values()) {
      const { row, shown, least } = laidOut;
      for (const i of shown) {
        boxes.push([laidOut.y + (row.depth[i] - least) * LEVEL_HEIGHT, row.start[i], row.start[i] + row.nanos[i], this.#ids.length]);
        if (row.flags[i] & FLAG_THREW) {
          this.#thrown.push(this.#ids.length);
        }
        this.#ids.push([laidOut, i]);
      }
    }
    this.#levels = levelsOf(boxes);
    this.chart.shortest = 50;
    this.chart.setExtent(startNanos, startNanos + nanos, y);
    const own = [...this.#byIndex.values()].find((laidOut) => laidOut.row.track === this.#subject.track);
    if (own) {
      this.chart.reveal(own.y + Math.max(0, this.#subject.depth - own.least) * LEVEL_HEIGHT);
    }
  }

  draw(chart, context) {
    if (this.#window === null) {
      return;
    }
    this.#drawSubject(chart, context);
    chart.drawAxis(context);
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
    const [{ row }, i] = this.#ids[id];
    return palette.of(row.name[i]);
  }

  #labelOf(id) {
    const [{ row }, i] = this.#ids[id];
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
    const [{ y, row, least }, i] = this.#ids[this.#chosenId];
    const from = Math.max(chart.gutter, chart.x(row.start[i]));
    const to = Math.min(chart.width, chart.x(row.start[i] + row.nanos[i]));
    context.strokeStyle = theme().match;
    context.lineWidth = 2;
    context.strokeRect(from, chart.y(y + (row.depth[i] - least) * LEVEL_HEIGHT), Math.max(2, to - from), BOX_HEIGHT);
  }

  /** Marks calls that ended by an exception at their ends. */
  #drawThrown(chart, context) {
    context.fillStyle = theme().stall;
    let marks = 0;
    for (const id of this.#thrown) {
      const [{ y, row, least }, i] = this.#ids[id];
      const x = chart.x(row.start[i] + row.nanos[i]);
      if (x > chart.gutter && x < chart.width + 2 && marks++ < MOST_MARKS) {
        context.fillRect(x - 3, chart.y(y + (row.depth[i] - least) * LEVEL_HEIGHT), 3, BOX_HEIGHT);
      }
    }
  }

  #drawArrows(chart, context) {
    const strong = [];
    const faint = [];
    let drawn = 0;
    context.save();
    context.beginPath();
    context.rect(chart.gutter, chart.top, chart.width - chart.gutter, chart.height);
    context.clip();
    for (const [fromRow, fromDepth, fromTime, toRow, toDepth, toTime] of this.#window.arrows) {
      if (Math.max(fromTime, toTime) < chart.from || Math.min(fromTime, toTime) > chart.to || drawn >= MOST_ARROWS) {
        continue;
      }
      const start = this.#byIndex.get(fromRow);
      const end = this.#byIndex.get(toRow);
      if (start === undefined || end === undefined) {
        continue;
      }
      const y1 = chart.y(start.y + (fromDepth - start.least) * LEVEL_HEIGHT) + (start.y <= end.y ? BOX_HEIGHT : 0);
      const y2 = chart.y(end.y + (toDepth - end.least) * LEVEL_HEIGHT) + BOX_HEIGHT / 2;
      if (Math.max(y1, y2) < chart.top || Math.min(y1, y2) > chart.height) {
        continue;
      }
      const arrow = [chart.x(fromTime), y1, chart.x(toTime), y2];
      if (this.#isStrong(start, fromDepth, fromTime, end, toDepth, toTime)) {
        strong.push(arrow);
      } else {
        faint.push(arrow);
      }
      drawn++;
    }
    // Many arrows would hide the calls: those of the chosen call, or of the call that the window is about, stay visible.
    const isPath = this.#chosenId < 0 && this.#subject.runs?.length > 0;
    context.globalAlpha = isPath ? 0.15 : faint.length > FEW_ARROWS || this.#chosenId >= 0 ? 0.25 : 1;
    faint.forEach((arrow) => this.#drawArrow(context, ...arrow));
    context.globalAlpha = 1;
    strong.forEach((arrow) => this.#drawArrow(context, ...arrow));
    context.restore();
  }

  /** Returns whether an arrow begins or ends at the chosen call or at the one that the window is about, or at a run that it waited for. */
  #isStrong(start, fromDepth, fromTime, end, toDepth, toTime) {
    if (this.#chosenId >= 0) {
      const [laidOut, i] = this.#ids[this.#chosenId];
      const { row } = laidOut;
      const within = (time) => time >= row.start[i] && time <= row.start[i] + row.nanos[i];
      return (start === laidOut && fromDepth === row.depth[i] && within(fromTime)) || (end === laidOut && toDepth === row.depth[i] && toTime === row.start[i]);
    }
    const { track, start: from, pass, runs = [] } = this.#subject;
    if (runs.some((run) => end.row.track === run.track && toTime === run.startNanos)) {
      return true;
    }
    return pass ? end.row.track === track && fromTime === from : end.row.track === track && toTime === from;
  }

  #drawArrow(context, x1, y1, x2, y2) {
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
    line();
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
    for (const [number, { y, height, label, members }] of this.#rows.entries()) {
      const top = chart.y(y);
      if (top > chart.height || top + height < chart.top) {
        continue;
      }
      if (number > 0 && label !== "") {
        context.fillStyle = theme().grid;
        context.fillRect(0, Math.round(top - ROW_GAP / 2), chart.width, 1);
      }
      const own = members[0].row.track === this.#subject.track;
      context.fillStyle = own ? theme().accent : theme().ink;
      context.font = (own ? "600 " : "") + FONT;
      // The name of a tall row stays visible while the row is scrolled.
      const nameTop = Math.min(Math.max(top, chart.top), top + height - BOX_HEIGHT);
      context.fillText(textWidths.fit(context, label, chart.gutter - 16), 8, nameTop + BOX_HEIGHT / 2);
      context.font = FONT;
    }
  }

  hit(x, y) {
    if (this.#window === null || y < this.chart.top) {
      return null;
    }
    if (x < this.chart.gutter) {
      const named = this.#rows.find((laidOut) => this.chart.y(laidOut.y) <= y && this.chart.y(laidOut.y) + laidOut.height > y);
      return named ? { named } : null;
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
    if (hit.named) {
      const { members } = hit.named;
      const calls = members.reduce((sum, { shown }) => sum + shown.length, 0);
      return [members.length === 1 ? members[0].row.thread : counted(members.length, "virtual thread"), count(calls) + " calls and runs drawn"];
    }
    const [{ row }, i] = this.#ids[hit.id];
    return [shortName(row.name[i]), `${duration(row.nanos[i])}, began ${offset(row.start[i])}`,
      `on ${row.thread}, level ${row.depth[i]}`, ...flagTexts(row.flags[i])];
  }

  chosen(hit) {
    this.#chosenId = hit?.id ?? -1;
    this.chart.redraw();
    if (this.#chosenId < 0) {
      this.details.replaceChildren();
      return;
    }
    const [{ row }, i] = this.#ids[hit.id];
    this.details.replaceChildren(element("b", {}, fullName(row.name[i])),
      ` took ${duration(row.nanos[i])}, began ${offset(row.start[i])} on ${row.thread}`
      + flagTexts(row.flags[i]).map((text) => ", " + text).join(""));
  }

  opened(hit) {
    if (hit.id !== undefined) {
      const [{ row }, i] = this.#ids[hit.id];
      const margin = row.nanos[i] * 0.08 + 1;
      this.chart.show(row.start[i] - margin, row.start[i] + row.nanos[i] + margin);
    }
  }
}

/** Returns what is said of the calls of a window that are not drawn; null if all are. They were not counted where only long calls were kept. */
function droppedText({ calls, longestDropped, moreThreads }, drawn) {
  if (calls < 0) {
    return `other calls on these threads not drawn, none longer than ${duration(longestDropped)}`;
  }
  if (calls <= drawn) {
    return null;
  }
  const bound = moreThreads === 0 && longestDropped > 0 ? `, none longer than ${duration(longestDropped)}` : "";
  return `${count(calls - drawn)} other calls and runs not drawn${bound}`;
}

/** Returns the positions of a row's calls that have a part in a stretch of time. */
function callsWithin(row, from, to) {
  const shown = [];
  for (let i = 0; i < row.start.length && row.start[i] <= to; i++) {
    if (row.start[i] + row.nanos[i] >= from) {
      shown.push(i);
    }
  }
  return shown;
}

/** Adds a virtual thread to the first lane that is free when it begins. */
function takeLane(lanes, laidOut) {
  let lane = lanes.find((candidate) => candidate.to <= laidOut.from);
  if (lane === undefined) {
    lanes.push((lane = { to: 0, height: 0, members: [] }));
  }
  lane.to = laidOut.to;
  lane.height = Math.max(lane.height, laidOut.height);
  lane.members.push(laidOut);
}
