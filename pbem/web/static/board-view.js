/* What is seen of the map: drag, pinch, Ctrl and wheel, buttons. Lengths are sheet units, those of the viewBox.
   Of itself the map only ever shows more; closer is the player's own doing, and is kept for the next visit. */
Board.view = (() => {
  "use strict";
  const svg = Board.svg;
  const [wide, high] = svg.dataset.size.split(" ").map(Number);
  const BOXES = {army: svg.dataset.army.split(" ").map(Number), whole: [0, 0, wide, high]};
  const LEAST = 240, SLACK = 8, KEPT = `map-view:${svg.dataset.game}`;
  let box;

  /** The box in the shape of the window, with all of a box in it; kept on the sheet. */
  function shaped([x, y, w, h]) {
    const {width, height} = svg.getBoundingClientRect();
    const ratio = width / height || wide / high;
    const whole = Math.max(wide, high * ratio);
    const w2 = Math.min(Math.max(w, h * ratio, LEAST), whole), h2 = w2 / ratio;
    const kept = (start, have, all) => have >= all ? (all - have) / 2 : Math.min(Math.max(start, 0), all - have);
    return [kept(x + (w - w2) / 2, w2, wide), kept(y + (h - h2) / 2, h2, high), w2, h2];
  }
  const same = (one, other) => one.every((n, i) => Math.abs(n - other[i]) < 2);
  /** Which of the two views this is; "" for one the player has made himself. */
  const named = () => Object.keys(BOXES).find(name => same(shaped(BOXES[name]), box)) || "";
  function show(wanted) {
    box = shaped(wanted);
    svg.setAttribute("viewBox", box.map(n => n.toFixed(1)).join(" "));
    svg.classList.toggle("is-zoomed", box[2] < shaped(BOXES.whole)[2] * .98);
    const name = named();
    for (const one of document.querySelectorAll("[data-show]")) {
      if (one.dataset.show === name) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
  }
  function settle(name) {
    show(BOXES[name]);
    keep();
  }
  /** Remember what the player made of it himself. */
  function keep() {
    try {
      if (named()) localStorage.removeItem(KEPT);
      else localStorage.setItem(KEPT, JSON.stringify(box));
    } catch { /* it holds for this page alone */ }
  }
  function kept() {
    try {
      const before = JSON.parse(localStorage.getItem(KEPT));
      return Array.isArray(before) && before.length === 4 && before.every(Number.isFinite) ? before : null;
    } catch {
      return null;
    }
  }
  /** Zoom by a factor about a point of the screen; about the middle without one. */
  function zoom(factor, at) {
    const {left, top, width, height} = svg.getBoundingClientRect();
    const [px, py] = at ? [(at[0] - left) / width, (at[1] - top) / height] : [.5, .5];
    const [x, y, w, h] = box, w2 = Math.max(w / factor, LEAST), h2 = h * w2 / w;
    show([x + (w - w2) * px, y + (h - h2) * py, w2, h2]);
    keep();
  }
  function pan(dx, dy) {
    const {width, height} = svg.getBoundingClientRect();
    show([box[0] - dx * box[2] / width, box[1] - dy * box[3] / height, box[2], box[3]]);
  }
  const field = document.getElementById("b-field").transform.baseVal.consolidate().matrix;
  const onSheet = place => {
    const [x, y] = Places.centre(place);
    return [field.a * x + field.e, field.d * y + field.f];
  };
  /** Show so much more that some places are in sight; never less. */
  function include(places) {
    if (!places.length) return;
    const edge = Places.finger * .6 * field.a, [x, y, w, h] = box;
    const [xs, ys] = [0, 1].map(axis => places.map(place => onSheet(place)[axis]));
    const left = Math.min(x, Math.max(Math.min(...xs) - edge, 0)), top = Math.min(y, Math.max(Math.min(...ys) - edge, 0));
    const right = Math.max(x + w, Math.min(Math.max(...xs) + edge, wide)), low = Math.max(y + h, Math.min(Math.max(...ys) + edge, high));
    const wanted = [left, top, right - left, low - top];
    if (!same(wanted, box)) show(wanted);
  }
  /** Move the window so that a place is in it. */
  function reveal(place) {
    const [sx, sy] = onSheet(place), edge = Places.finger * .7 * field.a;
    const [left, top, w, h] = box;
    const moved = (at, start, have) => at - edge < start ? at - edge : at + edge > start + have ? at + edge - have : start;
    show([moved(sx, left, w), moved(sy, top, h), w, h]);
  }

  /* ---------- fingers and mice ---------- */
  const down = new Map();
  let dragged = false;
  const middle = points => points.reduce(([x, y], [px, py]) => [x + px / points.length, y + py / points.length], [0, 0]);
  const spread = ([[ax, ay], [bx, by]]) => Math.hypot(ax - bx, ay - by);
  svg.addEventListener("pointerdown", event => {
    if (event.button) return;
    if (!down.size) dragged = false;
    down.set(event.pointerId, [event.clientX, event.clientY]);
  });
  svg.addEventListener("pointermove", event => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (!dragged && down.size < 2 && Math.hypot(now[0] - before[0], now[1] - before[1]) < SLACK) return;
    if (!dragged) svg.setPointerCapture(event.pointerId);
    dragged = true;
    const was = [...down.values()];
    down.set(event.pointerId, now);
    const is = [...down.values()];
    const [from, to] = [middle(was), middle(is)];
    const scrolls = event.pointerType === "touch" && is.length < 2 && !svg.classList.contains("is-zoomed");
    pan(to[0] - from[0], scrolls ? 0 : to[1] - from[1]);  // up and down, one finger moves the page
    if (is.length === 2) zoom(spread(is) / (spread(was) || 1), to);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    svg.addEventListener(name, event => down.delete(event.pointerId) && dragged && keep());
  }
  svg.addEventListener("click", event => {
    if (dragged && event.detail) event.stopImmediatePropagation(), event.preventDefault();
    dragged = false;
  }, {capture: true});
  svg.addEventListener("dragstart", event => event.preventDefault());
  svg.addEventListener("wheel", event => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 300), [event.clientX, event.clientY]);
  }, {passive: false});

  /* ---------- buttons ---------- */
  document.getElementById("map-tools").addEventListener("click", event => {
    const one = event.target.closest("[data-show], [data-do]");
    if (!one) return;
    if (one.dataset.show) event.preventDefault(), settle(one.dataset.show);
    if (one.dataset.do === "closer") zoom(1.5);
    if (one.dataset.do === "wider") zoom(1 / 1.5);
  });
  for (const one of document.querySelectorAll("#map-tools [hidden]")) if (one.localName !== "input") one.hidden = false;
  svg.style.aspectRatio = String(wide / high);
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    show(box);
  });
  show(BOXES[svg.dataset.view] || kept() || BOXES.army);
  return {zoom, settle, reveal, include};
})();
