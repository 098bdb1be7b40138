/* Rulings on the map: choose a unit, drag it or tap where it is to stand. Every tap presses what the page has anyway;
   map, text and preview of the answer take the place of those that were there. */
const Board = (() => {
  "use strict";
  const svg = document.getElementById("board"), field = document.getElementById("b-field");
  const form = document.getElementById("ruling"), said = document.getElementById("map-said");
  const words = JSON.parse(svg.dataset.words), drag = document.getElementById("b-drag");
  const SLACK = 8, FINGER = 22;
  let held = null, last = Promise.resolve(), dropped = false;

  const units = () => [...field.querySelectorAll(".stand:not(.is-ghost)")];
  const chosen = () => form.elements.unit.value;
  const unitOf = code => units().find(one => one.dataset.code === code);
  function placeAt(left, top) {
    const point = new DOMPoint(left, top).matrixTransform(field.getScreenCTM().inverse());
    return Places.at(point.x, point.y);
  }
  /** The unit that was touched, or else the nearest a finger may have meant. */
  function unitAt({clientX: left, clientY: top, target}) {
    const under = target.closest?.(".stand:not(.is-ghost)");
    if (under) return under;
    const far = one => {
      const {x, y} = new DOMPoint(...Places.centre(one.dataset.place)).matrixTransform(field.getScreenCTM());
      return Math.hypot(x - left, y - top);
    };
    return units().filter(one => far(one) <= FINGER).sort((one, other) => far(one) - far(other))[0];
  }
  function ring() {
    const unit = unitOf(chosen());
    document.getElementById("b-chosen").setAttribute("d", unit ? Places.unit(unit) : "");
    say(chosen() ? words.chosen.replace("{code}", chosen()) : words.none);
  }
  function say(text) {
    said.hidden = false;
    said.textContent = text;
  }

  /** Send the form as a button would, once all that was pressed before is answered, and show what comes of it. */
  const press = what => { last = last.then(() => send(typeof what === "function" ? what() : what)); };
  async function send(what) {
    if (!what) return say(words.none);
    const sent = new FormData(form);
    sent.set("do", what);
    try {
      const answer = await fetch(form.action, {method: "POST", body: sent});
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const id of ["b-symbols", "b-units", "ruling-part", "map-words"]) {
        const now = document.getElementById(id), then = page.getElementById(id);
        now.innerHTML = then.innerHTML;
      }
      document.querySelectorAll("main > .note").forEach(one => one.remove());  // told of what was pressed before
      ring();
    } catch {
      say(words.lost);
    }
  }

  svg.addEventListener("pointerdown", event => {
    dropped = false;
    const unit = event.button || !event.isPrimary ? null : unitAt(event);
    if (!unit || unit.dataset.code !== chosen()) return;
    event.stopImmediatePropagation();  // the map stays where it is
    held = {x: event.clientX, y: event.clientY, drags: false};
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", event => {
    if (!held) return;
    event.stopImmediatePropagation();
    held.drags ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLACK;
    const place = held.drags && placeAt(event.clientX, event.clientY);
    drag.setAttribute("d", place ? Places.cursor(place) : "");
  });
  function letGo(event, puts) {
    const was = held, place = was?.drags && placeAt(event.clientX, event.clientY);
    held = null;
    drag.setAttribute("d", "");
    if (!place || !puts) return;
    dropped = true;
    press(`press ${chosen()} at ${place}`);
  }
  svg.addEventListener("pointerup", event => letGo(event, true));
  svg.addEventListener("pointercancel", event => letGo(event, false));
  svg.addEventListener("touchmove", event => held && event.preventDefault(), {passive: false});
  svg.addEventListener("click", event => {
    event.preventDefault();
    if (dropped) return;
    const unit = unitAt(event), place = placeAt(event.clientX, event.clientY);
    press(() => {
      if (unit) return `unit ${unit.dataset.code === chosen() ? "" : unit.dataset.code}`;
      return chosen() && place ? `press ${chosen()} at ${place}` : "";
    });
  });

  form.addEventListener("click", event => {
    const one = event.target.closest("button[name=do]");
    if (!one || !/^(press|unit|look)\b/.test(one.value)) return;
    event.preventDefault();
    press(one.value);
  });
  ring();
  return {svg, placeOf: at => unitOf(at)?.dataset.place || at};
})();
