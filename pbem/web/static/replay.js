/* A turn followed in place: each event's map is fetched once, stands glide along their way.  Without this file every
   event is a page of its own. */
(() => {
  "use strict";
  const slider = document.getElementById("slider");
  if (!slider) return;
  const id = name => document.getElementById(name);
  const range = id("event"), play = id("play"), speed = id("speed"), last = Number(range.max);
  const ways = ["first", "before", "next", "last"].map(name => id(`to-${name}`));
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const frames = new Map();
  let at = Number(range.value), wanted = at, timer = 0;

  function frame(event) {
    if (!frames.has(event)) {
      const got = fetch(`${slider.dataset.frame}&event=${event}`).then(answer => {
        if (!answer.ok) throw new Error(answer.statusText);
        return answer.json();
      });
      got.catch(() => frames.delete(event));
      frames.set(event, got);
    }
    return frames.get(event);
  }

  /** Go to an event of this turn; a page of its own where the answer does not come. */
  async function show(event) {
    const forward = event === at + 1;
    wanted = event;
    range.value = event;
    let found;
    try {
      found = await frame(event);
    } catch {
      slider.submit();
      return;
    }
    if (wanted !== event) return;
    at = event;
    id("b-symbols").innerHTML = found.symbols;
    id("b-field").innerHTML = found.svg;
    id("stirred").setAttribute("d", found.stirred);
    id("map-words").textContent = found.words;
    id("now").innerHTML = found.now;
    id("count").textContent = `${event} / ${last}`;
    found.links.forEach((link, place) => {
      ways[place].href = link.href;
      if (link.event === null) delete ways[place].dataset.event;
      else ways[place].dataset.event = link.event;
    });
    for (const mark of document.querySelectorAll("#marks [data-event]")) {
      if (Number(mark.dataset.event) === event) mark.setAttribute("aria-current", "true");
      else mark.removeAttribute("aria-current");
    }
    history.replaceState(null, "", found.href);
    id("save").href = id("save").href.replace(/event=\d+/, `event=${event}`);
    if (forward) glide(found.ways);
    if (event < last) frame(event + 1);
  }

  /** Units come along their way to where they are; lengths are those of the map. */
  function glide(paths) {
    if (still.matches) return;
    for (const [code, points] of Object.entries(paths)) {
      const unit = document.querySelector(`#b-field .stand[data-code="${CSS.escape(code)}"]:not(.is-ghost)`);
      const timing = {duration: Math.min(Number(speed.value) * .6, 250 * points.length), easing: "ease-in-out"};
      unit?.animate(points.map(([x, y]) => ({transform: `translate(${x}px, ${y}px)`})), timing);
      const plate = unit?.querySelector(".plate");
      if (plate) turn(plate, unit.dataset.outline, points, timing);
    }
  }

  /** What of a unit shows its facing turns about its middle. */
  function turn(plate, outline, points, timing) {
    const corners = outline.match(/-?[\d.]+,-?[\d.]+/g).map(one => one.split(",").map(Number));
    const [x, y] = [0, 1].map(axis => corners.reduce((sum, one) => sum + one[axis], 0) / corners.length);
    const turned = degrees => ({transform: `translate(${x}px, ${y}px) rotate(${degrees}deg) translate(${-x}px, ${-y}px)`});
    plate.animate(points.map(([, , degrees]) => turned(degrees)), timing);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
  }
  /** An event further, and on into the next turn, until there is none. */
  async function go() {
    const on = ways[2];
    if (at < last) await show(at + 1);
    else if (on.dataset.event === undefined) return location.assign(`${on.href}#play-${speed.selectedIndex}`);
    else return stop();
    if (playing()) timer = setTimeout(go, Number(speed.value));
  }
  function start() {
    play.setAttribute("aria-pressed", "true");
    timer = setTimeout(go, 300);
  }
  const playing = () => play.getAttribute("aria-pressed") === "true";

  play.addEventListener("click", () => {
    if (playing()) return stop();
    if (at === last && ways[2].dataset.event !== undefined) show(0);  // the end of the battle: this turn once more
    start();
  });
  range.addEventListener("input", () => (stop(), show(Number(range.value))));
  document.getElementById("main").addEventListener("click", event => {
    const link = event.target.closest("a[data-event]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    show(Number(link.dataset.event));
  });
  /* how much of the map is seen: on a telephone the fight, if nobody has said */
  const boxes = [...document.querySelectorAll("[data-box]")];
  function see(one) {
    id("board").setAttribute("viewBox", one.dataset.box);
    for (const other of boxes) other.toggleAttribute("aria-current", other === one);
  }
  for (const one of boxes) one.addEventListener("click", event => (event.preventDefault(), see(one)));
  if (innerWidth < 700 && !boxes.some(one => one.hasAttribute("aria-current"))) see(boxes[0]);

  play.hidden = id("pace").hidden = false;
  id("go").hidden = true;
  const come = /^#play-(\d)$/.exec(location.hash);
  if (come) {
    speed.selectedIndex = Number(come[1]);
    start();
  }
})();
