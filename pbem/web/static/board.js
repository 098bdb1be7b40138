/* The map one can order on: choose a unit, tap where it is to go. Every tap presses a button that the page has anyway.
   Places are the words orders use, units are codes (S04). What a place is, Places knows: of hexes or of a table. */
const Board = (() => {
  "use strict";
  const svg = document.getElementById("board");
  const card = document.getElementById("card");
  const words = JSON.parse(svg.dataset.words);
  const layer = name => document.getElementById(`b-${name}`);

  /* ---------- who stands where ---------- */
  const units = [...svg.querySelectorAll(".stand")];
  const here = units.filter(one => !one.classList.contains("is-ghost"));
  const unitAt = place => [...here, ...units].find(one => one.dataset.place === place);
  const unitOf = code => units.find(one => one.dataset.code === code);
  const isOwn = unit => unit.localName === "a";
  /** The place of what a button names: a unit's code or a place; "" for what is not on the map. */
  function placeOf(at) {
    return unitOf(at)?.dataset.place || (Places.is(at) ? at : "");
  }
  /** A place in words: where it is, who is there, what may be done there. */
  function told(place) {
    const spot = Places.near(place, here, [...marks.keys()]);
    const who = units.filter(one => one.dataset.place === spot).map(Places.name);
    const may = meant(marks.get(spot) || []).map(one => one.label);
    const there = Places.told(place, who.join("; "), ruled());
    return may.length ? `${there} ${words.marked} ${may.join("; ")}.` : there;
  }
  const saying = document.getElementById("map-said");
  /** Say something in the live line over the map.  quiet: the page shows it anyway; seen by who goes by keys alone. */
  function say(text, quiet = chosen.length > 0) {
    saying.hidden = false;
    saying.classList.toggle("is-quiet", quiet);
    saying.textContent = text;
  }

  /* ---------- drawing ---------- */
  function made([name, attributes], kind, text) {
    const one = document.createElementNS(svg.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    if (kind) one.setAttribute("class", kind);
    if (text) one.textContent = text;
    return one;
  }
  let chosen = [], marks = new Map();
  const FINGER = 22;  // CSS pixels about a unit or a mark that are it

  const ODDS = /(\d+) in 100/;  // as notes of shots and charges have it

  /** What a place offers: buttons of the card, or answers of the form; and a few words of their odds. */
  function gather() {
    const found = new Map();
    const all = [...document.querySelectorAll("#card button[data-at], input[type=radio][data-at]")];
    for (const one of all) {
      const place = placeOf(one.dataset.at);
      if (!place || Places.near(place, here, [place]) !== place) continue;  // under a unit no place can be tapped
      const before = found.get(place) || [];
      if (before.some(other => other.what.value === one.value)) continue;
      const label = (one.closest("label") || one).textContent.replace(/\s+/g, " ").trim();
      found.set(place, [...before, {what: one, label, odds: ODDS.exec(one.dataset.note)?.[1], aimed: !!unitOf(one.dataset.at)}]);
    }
    for (const unit of units) {  // to tap one's own unit is to choose it: a turn towards it is on the card
      if (isOwn(unit) && !found.get(unit.dataset.place)?.some(one => one.aimed)) found.delete(unit.dataset.place);
    }
    return found;
  }
  /** Whether a line goes to its place; else it only turns towards it. */
  const goes = what => what.type === "radio" || Places.goes(`${what.value} ${what.textContent}`, what.dataset.at);
  function draw() {
    marks = gather();
    layer("chosen").setAttribute("d", chosen.map(unitOf).filter(Boolean).map(Places.unit).join(""));
    const drawn = [];
    for (const [place, offers] of marks) {
      const state = offers.some(one => one.what.checked || one.what.ariaPressed === "true") ? " is-picked" : "";
      if (offers.some(one => one.aimed)) drawn.push(made(Places.aim(place, unitAt(place)), `aim${state}`));
      else {
        const there = offers.some(({what}) => goes(what)) && Places.go(place);
        if (there) drawn.push(made(there, `go${state}`));
        drawn.push(made(Places.dot(place), `dot${state}`));
      }
      const odds = offers.map(one => one.odds).find(Boolean), [x, y] = Places.centre(place);
      if (odds) drawn.push(made(["text", {x, y: y + Places.odds}], "odds", `${odds}%`));
    }
    const pin = Anywhere.at();
    if (pin) drawn.push(made(Places.pin(pin), "pin"));
    layer("marks").replaceChildren(...drawn);
    const fields = card ? [...card.querySelectorAll("[data-field]")] : [];
    layer("fields").replaceChildren(...fields.flatMap(one => {
      const places = one.dataset.places.split(" ").filter(Places.is), shape = made(["path", {d: Places.field(places)}], `field is-${one.dataset.field}`);
      if (!one.dataset.label || !places.length) return [shape];
      const [x, y] = Places.centre(places[places.length >> 1]);
      return [shape, made(["text", {x, y}], "band", one.dataset.label)];
    }));
  }

  /* ---------- choosing ---------- */
  let fetching;
  function shown(on) {
    card.hidden = !on;
    svg.classList.toggle("has-chosen", on);
    svg.dispatchEvent(new CustomEvent("board:chosen"));
  }
  /** The one unit that is chosen, if it is on the map. */
  const ruled = () => chosen.length === 1 ? unitOf(chosen[0]) : undefined;
  async function choose(codes) {
    if (!card) return;  // nothing is asked
    const anew = codes.join() !== chosen.join();
    if (anew) Anywhere.forget();
    chosen = codes;
    fetching?.abort();
    if (!codes.length) {
      card.replaceChildren();
      shown(false);
      draw();
      return;
    }
    fetching = new AbortController();
    let text;
    try {
      const url = svg.dataset.stands + codes.map(encodeURIComponent).join("+");
      const answer = await fetch(url, {headers: {"HX-Request": "true"}, signal: fetching.signal});
      if (answer.headers.has("HX-Redirect")) location.assign(answer.headers.get("HX-Redirect"));
      text = await answer.text();
    } catch (fault) {
      if (fault.name !== "AbortError") say(words.lost);
      return;
    }
    const focused = card.contains(document.activeElement) && document.activeElement.id;
    const asked = card.querySelector(".asked"), unfolded = !anew && !asked && card.querySelector("details")?.open;
    card.innerHTML = text;
    if (unfolded) card.querySelector("details")?.setAttribute("open", "");
    htmx.process(card);
    Anywhere.fill();
    shown(true);
    draw();
    if (focused !== false) (!asked && document.getElementById(focused) || svg).focus({preventScroll: true});
    if (anew) svg.dispatchEvent(new CustomEvent("board:card"));
    const reach = [...card.querySelectorAll("[data-field=reach]")].flatMap(one => one.dataset.places.split(" "));
    Board.view.include([...chosen.map(code => unitOf(code)?.dataset.place).filter(Boolean), ...marks.keys(), ...reach.filter(Places.is)]);
  }
  let several = false;
  function chooseMany(on) {
    several = on;
    if (!on && chosen.length > 1) choose([]);
  }
  /** Choose a unit by its code, from the map or the list: it alone, or as one more of several; or not any more. */
  function pick(code, more, again = true) {
    const unit = unitOf(code), had = chosen.includes(code) && again;
    if (!card && unit && isOwn(unit)) location.assign(unit.getAttribute("href"));
    else if (!card) say(told(unit.dataset.place), false);
    else if ((more || several) && (!unit || isOwn(unit))) {
      const mine = chosen.filter(one => one !== code && (!unitOf(one) || isOwn(unitOf(one))));
      choose(had ? mine : [...mine, code]);
    } else choose(had ? [] : [code]);
    if (unit && card) say(had ? words.none : `${words.chosen} ${told(unit.dataset.place)}`, true);
  }

  /* ---------- tapping ---------- */
  /** Show of the card what is done at one place alone. */
  function ask(offers, place) {
    const some = offers.map(one => one.what);
    for (const one of card.querySelectorAll("button.may")) one.hidden = !some.includes(one);
    for (const more of card.querySelectorAll("details")) more.open ||= some.some(one => more.contains(one));
    const all = document.createElement("button");
    all.className = "btn is-small";
    all.type = "button";
    all.textContent = words.all;
    all.addEventListener("click", () => choose(chosen));
    card.querySelector(".asked")?.remove();
    const line = document.createElement("p");
    line.className = "asked btns";
    line.append(all);
    card.prepend(line);
    say(words.several.replace("{place}", place));
    some[0].focus({preventScroll: true});
    some[0].scrollIntoView({block: "nearest"});
  }
  /** What a tap means of several lines: to go on from the order there is; to go there, not to turn that way. */
  function meant(offers) {
    const now = card?.querySelector("button[aria-pressed=true]")?.value;
    const tests = [what => now && what.value.startsWith(now) || "then" in what.dataset, goes];
    return tests.reduce((left, test) => {
      const some = left.filter(({what}) => test(what));
      return some.length ? some : left;
    }, offers);
  }
  function press(all, place) {
    const offers = meant(all), first = offers[0].what;
    if (first.type === "radio") {
      const next = offers[(offers.findIndex(one => one.what.checked) + 1) % offers.length];
      next.what.click();
      say(words.picked.replace("{what}", next.label));
    } else if (offers.length > 1) ask(offers, place);
    else {
      first.click();
      say(first.dataset.note ? `${first.value}: ${first.dataset.note}.` : `${first.value}.`);
    }
  }
  /** Tap a place; what is meant by it is told to whoever listens. */
  function tap(where, more = false) {
    const place = Places.near(where, here, [...marks.keys()]);
    const offers = marks.get(place), unit = unitAt(place);
    if (offers && !more) press(offers, place);
    else if (unit) pick(unit.dataset.code, more);
    else if (Anywhere.go(place)) draw();
    else say(told(place), false);
    svg.dispatchEvent(new CustomEvent("board:tapped", {detail: place}));
  }
  /** The place under a point of the screen; "" beside the board. */
  function placeAt(left, top) {
    const point = new DOMPoint(left, top).matrixTransform(layer("field").getScreenCTM().inverse());
    return Places.at(point.x, point.y);
  }

  /** The unit or mark nearest to a point of the screen, if a finger may have meant it; else "". */
  function meantBy(left, top) {
    const where = placeAt(left, top), field = layer("field").getScreenCTM();
    const free = !where || Places.open(Places.near(where, here, [...marks.keys()]), Anywhere.any());
    if (!free) return "";
    const far = place => {
      const {x, y} = new DOMPoint(...Places.centre(place)).matrixTransform(field);
      return Math.hypot(x - left, y - top);
    };
    const some = [...here.map(one => one.dataset.place), ...marks.keys()].filter(place => far(place) <= FINGER);
    return some.sort((one, other) => far(one) - far(other))[0] || "";
  }

  svg.addEventListener("click", event => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [left, top] = [event.clientX, event.clientY];
    const unit = event.target.closest(".stand:not(.is-ghost)");
    const place = unit ? unit.dataset.place : meantBy(left, top) || placeAt(left, top);
    if (place) tap(place, event.shiftKey);
  });
  document.addEventListener("change", event => event.target.matches("input[type=radio][data-at]") && draw());
  document.addEventListener("htmx:afterSettle", event => {
    const drawn = event.target.querySelector("#drawn");
    if (!drawn) return;  // a part beside the orders: the number of mistakes, a card of the list
    layer("orders").replaceChildren(...drawn.cloneNode(true).childNodes);
    Anywhere.settled();
    if (chosen.length) choose(chosen);
  });
  chosen = card?.querySelector(".unit")?.dataset.codes.split("+") || [];  // the address opened it
  draw();
  return {svg, units, unitOf, isOwn, placeOf, placeAt, told, say, tap, pick, choose, chooseMany, words, made,
    get ruled() { return ruled(); }, get chosen() { return chosen; }, get marked() { return [...marks.keys()]; }};
})();
