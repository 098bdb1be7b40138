/* The map by keyboard: one stop of Tab, then from place to place. What is at the cursor is said in a live line. */
(() => {
  "use strict";
  const svg = Board.svg, cursor = document.getElementById("b-cursor");
  const own = Board.units.filter(Board.isOwn);
  let place = (own[0] || Board.units[0])?.dataset.place || Places.first;

  svg.tabIndex = 0;
  svg.setAttribute("role", "application");
  for (const one of own) one.setAttribute("tabindex", "-1"), one.setAttribute("role", "button");

  function go(to, quiet) {
    place = to;
    cursor.setAttribute("d", Places.cursor(place));
    if (quiet) return;
    Board.view.reveal(place);
    Board.say(Board.told(place));
    svg.dispatchEvent(new CustomEvent("board:looked", {detail: place}));
  }
  /** The next of one's own units, those without orders first; of all where none are asked for orders. */
  function next(by) {
    const idle = own.filter(one => document.getElementById(one.dataset.code)?.matches("li.is-none"));
    const some = idle.length ? idle : own.length ? own : Board.units;
    if (!some.length) return;
    const at = some.findIndex(one => one.dataset.place === place);
    const unit = some[at < 0 ? (by > 0 ? 0 : some.length - 1) : (at + by + some.length) % some.length];
    go(unit.dataset.place);
  }
  function nextMark(by) {
    const marked = Board.marked.sort();
    if (marked.length) go(marked[(marked.indexOf(place) + by + marked.length) % marked.length]);
  }
  const toSubmit = () => (document.querySelector("#bar .is-main") || document.querySelector("#bar .btn"))?.focus();
  const press = name => document.querySelector(`#map-tools [data-do=${name}]`)?.click();
  const step = (across, down) => event => go(Places.step(place, across, down, event.shiftKey));
  const tap = event => Board.tap(place, event.shiftKey);
  const KEYS = {
    ArrowLeft: step(-1, 0), ArrowRight: step(1, 0), ArrowUp: step(0, -1), ArrowDown: step(0, 1),
    4: step(-1, 0), 6: step(1, 0), 7: step(-1, -1), 9: step(1, -1), 1: step(-1, 1), 3: step(1, 1),
    Enter: tap, " ": tap,
    n: () => next(1), p: () => next(-1), m: event => nextMark(1), M: event => nextMark(-1),
    Escape: () => { Board.choose([]); Board.say(Board.words.none); },
    o: toSubmit, u: () => press("undo"), r: () => press("redo"), s: () => document.querySelector("#understood [data-do=several]")?.click(),
    "+": () => Board.view.zoom(1.5), "=": () => Board.view.zoom(1.5), "-": () => Board.view.zoom(1 / 1.5),
    0: () => Board.view.settle("whole"),
    "?": () => { const help = document.getElementById("map-keys"); help.open = !help.open; },
  };
  svg.addEventListener("keydown", event => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? null : KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    act(event);
  });
  svg.addEventListener("focus", () => go(place, !svg.matches(":focus-visible")));
  svg.addEventListener("board:tapped", event => go(event.detail, true));
})();
