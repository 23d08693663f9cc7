// SPDX-License-Identifier: Apache-2.0
/* The page from top to bottom. */

function showNavigation() {
  const titles = [...document.querySelectorAll("main > section")].map((section) => [section.id, section.querySelector("h2").textContent]);
  byId("nav").replaceChildren(...titles.map(([id, title]) => element("a", { href: "#" + id }, title)));
}

showFacts();
if (model.samples.length === 0) {
  byId("samples").remove();
}
if (model.requests.length === 0) {
  byId("requests").remove();
}
showSections();
showNavigation();
const slowCalls = new SlowCalls(byId("slow"));
new Overview(byId("overview"), slowCalls);
new FlameGraph(byId("flame"));
showTables();
showRecording();
document.documentElement.dataset.ready = "true";
