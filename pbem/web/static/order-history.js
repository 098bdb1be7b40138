/* Undo and redo of the order text, whoever wrote it: a key, a button, a tap on the map. */
(() => {
  "use strict";
  const area = () => document.getElementById("text");
  const button = name => document.querySelector(`#map-tools [data-do=${name}]`);
  if (!area() || !button("undo")) return;
  const past = [], future = [];
  let now = area().value;

  function enable() {
    button("undo").disabled = !past.length;
    button("redo").disabled = !future.length;
  }
  function note() {
    if (!area() || area().value === now) return;
    past.push(now);
    future.length = 0;
    now = area().value;
    enable();
  }
  function step(from, to, said) {
    note();
    if (!from.length) return Board.say(Board.words.nothing);
    to.push(now);
    now = from.pop();
    area().value = now;
    area().dispatchEvent(new Event("input", {bubbles: true}));  // it is checked like what is typed
    enable();
    Board.say(said);
  }
  document.addEventListener("htmx:afterSettle", note);
  button("undo").addEventListener("click", () => step(past, future, Board.words.undone));
  button("redo").addEventListener("click", () => step(future, past, Board.words.redone));
})();
