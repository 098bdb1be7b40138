/* How far a place of a table is from the chosen unit, and in what direction: while the mouse or the cursor is there, or
   a finger rests on it.  For information only: what a move comes to, the check of the orders says. */
(() => {
  "use strict";
  const {svg, made, words} = Board, SLACK = 8, TEXT = 15;
  const layer = document.getElementById("b-ruler");
  let from = null;  // where a finger came down
  const clear = () => layer.replaceChildren();

  function label({inches, degrees}) {
    const aside = Math.round(Math.abs(degrees));
    const text = !aside ? words.ruler_ahead : degrees > 0 ? words.ruler_right : words.ruler_left;
    return text.replace("{inches}", inches.toFixed(1)).replace("{degrees}", aside);
  }
  function show(place) {
    const unit = Board.ruled;
    if (!unit || !place || place === unit.dataset.place) return clear();
    const [ax, ay] = Places.centre(unit.dataset.place), [bx, by] = Places.centre(place);
    const pixel = 1 / layer.getScreenCTM().a, {left, right, top} = svg.getBoundingClientRect();
    const {x, y} = new DOMPoint(bx, by).matrixTransform(layer.getScreenCTM());
    const anchor = x > (left + right) / 2 ? "end" : "start", down = y - top < 40 ? 26 : -12;
    const text = made(["text", {x: bx, y: by + down * pixel, "font-size": TEXT * pixel, "stroke-width": 6 * pixel, "text-anchor": anchor}],
      "", label(Places.bearing(unit, place)));
    layer.replaceChildren(made(["path", {d: `M${ax},${ay}L${bx},${by}`, "stroke-width": 2 * pixel}]), text);
  }
  const under = event => Board.placeAt(event.clientX, event.clientY);
  svg.addEventListener("pointermove", event => {
    if (event.pointerType === "mouse" && !event.buttons) show(under(event));
    else if (!from || Math.hypot(event.clientX - from[0], event.clientY - from[1]) > SLACK) clear();
  });
  svg.addEventListener("pointerdown", event => {
    from = [event.clientX, event.clientY];
    if (event.pointerType !== "mouse") show(under(event));
  });
  for (const name of ["pointerleave", "pointercancel", "blur"]) svg.addEventListener(name, clear);
  svg.addEventListener("board:looked", event => show(event.detail));
})();
