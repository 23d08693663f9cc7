// SPDX-License-Identifier: Apache-2.0
/* The head of the page: what was recorded, and how far the figures can be trusted. */

function fact(label, value, small, kind = "") {
  return element("div", { class: "fact " + kind },
    element("dt", {}, label),
    element("dd", {}, element("b", {}, value), small ? element("span", { class: "small" }, small) : null));
}

/** Returns whether all that was recorded is in the figures; without the recording's end that is not known. */
function isComplete() {
  const { lostRecords, missing, droppedMethods } = model.dataQuality;
  return lostRecords === 0 && Object.keys(missing).length === 0 && !droppedMethods;
}

function lossFact({ lostRecords, missing, cut }) {
  if (lostRecords === 0) {
    return isComplete()
      ? fact("Records lost", "0", "every call is in the figures", "good")
      : fact("Records lost", "0", "but not everything is in the figures");
  }
  const lost = missing.lostEvents ?? 0;
  const number = lost === 0 ? "not known" : (lostRecords === undefined ? "at least " : "") + count(lost);
  return fact("Records lost", number, `the figures ${lost > 0 && !cut ? "are" : "may be"} too low`, "warn");
}

function costFact({ overheadNanos, overheadNanosPerTiming, cut }) {
  const each = `${duration(overheadNanosPerTiming)} a timing`;
  const traced = model.trace.tracedNanos;
  return cut
    ? fact("Cost of tracing", duration(overheadNanos), `in the whole recording, ${each}`)
    : fact("Cost of tracing", percent(overheadNanos, traced), `${duration(overheadNanos)}, ${each}`, overheadNanos > traced * 0.1 ? "warn" : "");
}

function showFacts() {
  const { trace, dataQuality, recordings } = model;
  const title = model.title || model.files;
  document.title = title + " – jtracer report";
  byId("title").textContent = title;
  const recorded = recordings.map((recording) => {
    const of = recording.settings;
    return `recorded by ${of.tool ?? "jtracer"} on ${of.jvm ?? "an unknown JVM"}, process ${recording.pid}, include=${of.include ?? ""}`;
  });
  byId("subtitle").textContent = [model.files, ...recorded].join(" · ");
  const facts = [
    fact("Calls", count(trace.calls), `of ${counted(model.methods.length + (model.moreRows.methods ?? 0), "method")}`
      + (trace.runs > 0 ? `, ${counted(trace.runs, "run")} of callbacks` : "")),
    fact("Threads", count(model.threads.length + (model.moreRows.threads ?? 0)), "with traced calls"),
    fact("Recorded", duration(trace.endNanos), "from start to end"),
    fact("Traced time", duration(trace.tracedNanos), "inside traced calls, all threads"),
  ];
  if (recordings.length > 0) {
    facts.push(lossFact(dataQuality));
    if (dataQuality.overheadNanos > 0) {
      facts.push(costFact(dataQuality));
    }
  }
  const stalls = dataQuality.stalls;
  facts.push(stalls.count === 0
    ? fact("JVM stalls", "none", "of those measured")
    : fact("JVM stalls", count(stalls.count), `${duration(stalls.totalNanos)}, ${duration(stalls.maxNanos)} at most`,
        stalls.totalNanos > 0.05 * trace.endNanos ? "warn" : ""));
  byId("facts").replaceChildren(...facts);
  byId("notes").replaceChildren(...model.notes.map((note) => element("li", { class: note === dataQuality.warning ? "alert" : "" }, note)));
}

function pairs(members) {
  return element("dl", { class: "pairs" },
    ...Object.entries(members).flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]));
}

function showRecording() {
  const section = byId("recording");
  const missing = Object.entries(model.dataQuality.missing);
  if (isComplete()) {
    section.append(element("p", { class: "hint" }, "Nothing is missing from the figures."));
  } else if (missing.length > 0) {
    section.append(element("p", { class: "hint" }, "What is missing from the figures, or was dropped on request:"),
      pairs(Object.fromEntries(missing.map(([name, value]) => [name, count(value)]))));
  }
  for (const recording of model.recordings) {
    section.append(element("details", {},
      element("summary", {}, `Settings and counters of process ${recording.pid}`),
      element("h3", {}, "Settings"), pairs(recording.settings),
      element("h3", {}, "Counters"), pairs(recording.counters)));
  }
}
