// SPDX-License-Identifier: Apache-2.0
/* The recording as the page received it. Times are in nanoseconds from the start of the recording. */

const model = JSON.parse(byId("data").textContent);
const palette = new Palette();
const SMALLER_PATHS = "(smaller paths)";

const FLAG_THREW = 1;
const FLAG_UNFINISHED = 2;
const FLAG_CALLBACK = 16;
const FLAG_AMBIGUOUS = 64;

// Begins count from the begin before them.
for (const row of model.timelines.rows) {
  let time = 0;
  row.start = Float64Array.from(row.startAfter, (after) => (time += after));
}

const indexOfName = new Map(model.names.map((name, index) => [name, index]));

/** Returns the name with this index, with its package. */
function fullName(index) {
  return index < 0 ? SMALLER_PATHS : model.names[index];
}

/** Returns the name with this index, without its package where that leaves no doubt. */
function shortName(index) {
  return index < 0 ? SMALLER_PATHS : model.names[index].slice(model.cuts[index]);
}

/** Returns the short form of a full name. */
function shortened(name) {
  const index = indexOfName.get(name);
  return index === undefined ? name : shortName(index);
}

/** Returns the pass site in its short form, an arrow and the name; the name alone if the site is not known. */
function siteLabel(site, name) {
  const colon = site.lastIndexOf(":");
  const line = colon < 0 ? site.length : colon;
  return fullSiteLabel(site === "" ? "" : shortened(site.slice(0, line)) + site.slice(line), name);
}

/** Returns the pass site, an arrow and the name; the name alone if the site is not known. */
function fullSiteLabel(site, name) {
  return site === "" ? name : `${site} → ${name}`;
}

/** Returns texts for what is special about a call. */
function flagTexts(flags) {
  return [
    flags & FLAG_CALLBACK ? "run of a callback" : null,
    flags & FLAG_AMBIGUOUS ? "ambiguous: another pass may have caused it" : null,
    flags & FLAG_THREW ? "ended by an exception" : null,
    flags & FLAG_UNFINISHED ? "begin or end not recorded" : null,
  ].filter((text) => text !== null);
}
