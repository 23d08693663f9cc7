// SPDX-License-Identifier: Apache-2.0
/* The head of the page: what was recorded, and how far the figures can be trusted. */

function fact(label, value, small, kind = "") {
  return element("div", { class: "fact " + kind },
    element("dt", {}, label),
    element("dd", {}, element("b", {}, value), small ? element("span", { class: "small" }, small) : null));
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
    fact("Recorded", duration(trace.endNanos - trace.startNanos), "from start to end"),
    fact("Traced time", duration(trace.tracedNanos), "inside traced calls, all threads"),
  ];
  if (recordings.length > 0) {
    const lost = dataQuality.lostRecords;
    facts.push(fact("Records lost", count(lost), lost === 0 ? "every call is in the figures" : "the figures are too low", lost === 0 ? "good" : "warn"));
    const cost = dataQuality.overheadNanos;
    const small = `${duration(cost)}, ${duration(dataQuality.overheadNanosPerTiming)} a timing`;
    facts.push(fact("Cost of tracing", percent(cost, trace.tracedNanos), small, cost > trace.tracedNanos * 0.1 ? "warn" : ""));
  }
  const stalls = dataQuality.stalls;
  facts.push(stalls.count === 0
    ? fact("JVM stalls", "none", "of those measured")
    : fact("JVM stalls", count(stalls.count), `${duration(stalls.totalNanos)}, ${duration(stalls.maxNanos)} at most`,
        stalls.totalNanos > 0.05 * (trace.endNanos - trace.startNanos) ? "warn" : ""));
  byId("facts").replaceChildren(...facts);
  byId("notes").replaceChildren(...model.notes.map((note) => element("li", { class: note === dataQuality.warning ? "alert" : "" }, note)));
}

function pairs(members) {
  return element("dl", { class: "pairs" },
    ...Object.entries(members).flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]));
}

function showRecording() {
  const section = byId("recording");
  const missing = model.dataQuality.missing;
  section.append(element("p", { class: "hint" }, Object.keys(missing).length === 0
    ? "Nothing is missing from the figures."
    : "What is missing from the figures, or was dropped on request:"));
  if (Object.keys(missing).length > 0) {
    section.append(pairs(Object.fromEntries(Object.entries(missing).map(([name, value]) => [name, count(value)]))));
  }
  for (const recording of model.recordings) {
    section.append(element("details", {},
      element("summary", {}, `Settings and counters of process ${recording.pid}`),
      element("h3", {}, "Settings"), pairs(recording.settings),
      element("h3", {}, "Counters"), pairs(recording.counters)));
  }
}
