/* The map by keyboard: one stop of Tab, then from hex to hex. What is at the cursor is said in a live line. */
(() => {
  "use strict";
  const svg = Board.svg, cursor = document.getElementById("b-cursor");
  const own = Board.stands.filter(Board.isOwn);
  let place = (own[0] || Board.stands[0])?.dataset.place || "0101";

  svg.tabIndex = 0;
  svg.setAttribute("role", "application");
  for (const one of own) one.setAttribute("tabindex", "-1"), one.setAttribute("role", "button");

  function go(to, quiet) {
    place = to;
    cursor.setAttribute("d", Board.outline(place, .9));
    if (quiet) return;
    Board.view.reveal(place);
    Board.say(Board.told(place));
  }
  /** The next of one's own stands, those without orders first; of all where none are asked for orders. */
  function next(by) {
    const idle = own.filter(one => document.getElementById(one.dataset.code)?.classList.contains("is-none"));
    const some = idle.length ? idle : own.length ? own : Board.stands;
    if (!some.length) return;
    const at = some.findIndex(one => one.dataset.place === place);
    const stand = some[at < 0 ? (by > 0 ? 0 : some.length - 1) : (at + by + some.length) % some.length];
    go(stand.dataset.place);
  }
  function nextMark(by) {
    const marked = Board.marked.sort();
    if (marked.length) go(marked[(marked.indexOf(place) + by + marked.length) % marked.length]);
  }
  function toReady() {
    document.getElementById("t-orders")?.click();
    document.querySelector("#p-orders .actionbar .is-main, #p-orders .is-main")?.focus();
  }
  const press = name => document.querySelector(`#map-tools [data-do=${name}]`)?.click();
  const KEYS = {
    ArrowLeft: () => go(Board.step(place, -1, 0)), ArrowRight: () => go(Board.step(place, 1, 0)),
    ArrowUp: () => go(Board.step(place, 0, -1)), ArrowDown: () => go(Board.step(place, 0, 1)),
    4: () => go(Board.step(place, -1, 0)), 6: () => go(Board.step(place, 1, 0)),
    7: () => go(Board.step(place, -1, -1)), 9: () => go(Board.step(place, 1, -1)),
    1: () => go(Board.step(place, -1, 1)), 3: () => go(Board.step(place, 1, 1)),
    Enter: event => Board.tap(place, event.shiftKey), " ": event => Board.tap(place, event.shiftKey),
    n: () => next(1), p: () => next(-1), m: event => nextMark(1), M: event => nextMark(-1),
    Escape: () => { Board.choose([]); Board.say(Board.words.none); },
    o: toReady, u: () => press("undo"), r: () => press("redo"), s: () => press("several"),
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
