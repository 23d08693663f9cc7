// SPDX-License-Identifier: Apache-2.0
/* Elements. Texts are set as text, never as HTML: a name may contain anything. */

/** Creates an element. Attributes that are functions listen to the event of their name; false and null are omitted. */
function element(tag, attributes = {}, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      created.addEventListener(name, value);
    } else if (value !== null && value !== false) {
      created.setAttribute(name, value === true ? "" : value);
    }
  }
  created.append(...children.filter((child) => child !== null));
  return created;
}

function byId(id) {
  return document.getElementById(id);
}

/** Creates a search field with its label. */
function searchField(label, onInput) {
  return element("input", {
    type: "search",
    placeholder: label,
    "aria-label": label,
    autocomplete: "off",
    spellcheck: "false",
    input: (event) => onInput(event.target.value.trim().toLowerCase()),
  });
}

/** Creates buttons of which one is pressed, by a click or by choose(value). */
function choice(label, options, onChoice) {
  const buttons = options.map(([text, value]) => element("button", { type: "button", click: () => group.choose(value) }, text));
  const group = element("span", { class: "group", role: "group", "aria-label": label }, ...buttons);
  group.choose = (chosen) => {
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(options[index][1] === chosen)));
    onChoice(chosen);
  };
  return group;
}

/** A bar that shows a part of a whole. */
function partBar(part, whole) {
  const bar = element("i");
  bar.style.width = (whole > 0 ? Math.min(100, (100 * part) / whole) : 0) + "%";
  return element("span", { class: "part", "aria-hidden": "true" }, bar);
}

/** The one tooltip of the page. */
const tip = {
  show(event, lines) {
    const box = byId("tip");
    const [title, ...rest] = lines;
    box.replaceChildren(element("b", {}, title), ...rest.map((line) => element("span", {}, line)));
    box.hidden = false;
    const x = Math.min(event.clientX + 14, innerWidth - box.offsetWidth - 8);
    const below = event.clientY + 18;
    const y = below + box.offsetHeight > innerHeight - 8 ? event.clientY - box.offsetHeight - 12 : below;
    box.style.left = Math.max(4, x) + "px";
    box.style.top = Math.max(4, y) + "px";
  },
  hide() {
    byId("tip").hidden = true;
  },
};
