/* The map one can order on: choose a stand, tap where it is to go. Every tap presses a button that the page has anyway.
   Places are the words orders use (0605); stands are codes (S04). Lengths are board units: a hex is 88 wide. */
const Board = (() => {
  "use strict";
  const svg = document.getElementById("board");
  const card = document.getElementById("card");
  const words = JSON.parse(svg.dataset.words);
  const signs = JSON.parse(svg.dataset.signs);
  const rows = svg.dataset.ground.split(" ");
  const layer = name => document.getElementById(`b-${name}`);

  /* ---------- hexes: place to point and back ---------- */
  const WIDE = 88, SIDE = WIDE / Math.sqrt(3), ROW = SIDE * 1.5;
  const split = place => [Number(place.slice(0, 2)) - 1, Number(place.slice(2)) - 1];
  const join = (column, row) => [column + 1, row + 1].map(n => String(n).padStart(2, "0")).join("");
  const onBoard = (column, row) => row >= 0 && row < rows.length && column >= 0 && column < Number(svg.dataset.columns);
  const centre = place => {
    const [column, row] = split(place);
    return [WIDE * (column + (row % 2) / 2), ROW * row];
  };
  const outline = (place, size) => {
    const [x, y] = centre(place), w = WIDE / 2 * size, s = SIDE * size;
    return `M${x},${y - s}l${w},${s / 2}v${s}l${-w},${s / 2}l${-w},${-s / 2}v${-s}z`;
  };
  function placeAt(x, y) {
    let best = "", least = SIDE;
    for (let row = Math.floor(y / ROW); row <= Math.ceil(y / ROW); row++) {
      const column = Math.round(x / WIDE - (row & 1) / 2);
      const far = onBoard(column, row) ? Math.hypot(...centre(join(column, row)).map((c, i) => c - [x, y][i])) : SIDE;
      if (far < least) [best, least] = [join(column, row), far];
    }
    return best;
  }
  function step(place, across, down) {
    const [column, row] = split(place);
    const shift = !down ? across : across < 0 ? (row & 1) - 1 : across > 0 ? row & 1 : 0;
    return onBoard(column + shift, row + down) ? join(column + shift, row + down) : place;
  }

  /* ---------- who stands where ---------- */
  const stands = [...svg.querySelectorAll(".stand")];
  const standAt = place => stands.find(one => one.dataset.place === place && !one.classList.contains("is-ghost"));
  const standOf = code => stands.find(one => one.dataset.code === code);
  const isOwn = stand => stand.localName === "a";
  /** The place of what a button names: a stand's code or a place; "" for what is not on the map. */
  function placeOf(at) {
    const stand = standOf(at);
    return stand ? stand.dataset.place : /^\d{4}$/.test(at) && onBoard(...split(at)) ? at : "";
  }
  /** A place in words: number, ground, who stands there, what may be done there. */
  function told(place) {
    const [column, row] = split(place);
    const who = stands.filter(one => one.dataset.place === place).map(one => one.getAttribute("aria-label").replace(`, at ${place}`, ""));
    const may = meant(marks.get(place) || []).map(one => one.label);
    const there = `${place}, ${signs[rows[row][column]]}: ${who.join("; ") || words.nobody}.`;
    return may.length ? `${there} ${words.marked} ${may.join("; ")}.` : there;
  }
  const saying = document.getElementById("map-said");
  function say(text) {
    saying.hidden = false;
    saying.textContent = text;
  }

  /* ---------- drawing ---------- */
  function made(name, attributes, text) {
    const one = document.createElementNS(svg.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    if (text) one.textContent = text;
    return one;
  }
  let chosen = [], marks = new Map();

  const ODDS = /(\d+) in 100/;  // as notes of shots and charges have it

  /** What a place offers: buttons of the card, or answers of the form; and a few words of their odds. */
  function gather() {
    const found = new Map();
    const all = [...document.querySelectorAll("#card button[data-at], input[type=radio][data-at]")];
    for (const one of all) {
      const place = placeOf(one.dataset.at);
      if (!place) continue;
      const before = found.get(place) || [];
      if (before.some(other => other.what.value === one.value)) continue;
      const label = (one.closest("label") || one).innerText.replace(/\s+/g, " ").trim();
      found.set(place, [...before, {what: one, label, odds: ODDS.exec(one.dataset.note)?.[1], aimed: !!standOf(one.dataset.at)}]);
    }
    for (const stand of stands) {  // to tap one's own stand is to choose it: a turn towards it is on the card
      if (isOwn(stand) && !found.get(stand.dataset.place)?.some(one => one.aimed)) found.delete(stand.dataset.place);
    }
    return found;
  }
  /** Whether a line goes to its place, which it or its button then names; else it only turns towards it. */
  const goes = what => what.type === "radio" || `${what.value} ${what.textContent}`.includes(what.dataset.at);
  function draw() {
    marks = gather();
    layer("chosen").setAttribute("d", chosen.map(code => standOf(code)).filter(Boolean).map(one => outline(one.dataset.place, .97)).join(""));
    const drawn = [];
    for (const [place, offers] of marks) {
      const [x, y] = centre(place);
      const state = offers.some(one => one.what.checked || one.what.ariaPressed === "true") ? " is-picked" : "";
      if (offers.some(one => one.aimed)) drawn.push(made("circle", {class: `aim${state}`, cx: x, cy: y, r: 41}));
      else {
        if (offers.some(({what}) => goes(what))) drawn.push(made("path", {class: `go${state}`, d: outline(place, .93)}));
        drawn.push(made("circle", {class: `dot${state}`, cx: x, cy: y + 25, r: 8}));
      }
      const odds = offers.map(one => one.odds).find(Boolean);
      if (odds) drawn.push(made("text", {class: "odds", x, y: y + 47}, `${odds}%`));
    }
    layer("marks").replaceChildren(...drawn);
    const fields = card ? [...card.querySelectorAll("[data-field]")] : [];
    layer("fields").replaceChildren(...fields.map(one => made("path", {
      class: `field is-${one.dataset.field}`,
      d: one.dataset.places.split(" ").map(placeOf).filter(Boolean).map(place => outline(place, .9)).join(""),
    })));
  }

  /* ---------- choosing ---------- */
  let fetching;
  const shown = on => { card.closest("section").hidden = !on; };
  async function choose(codes) {
    if (!card) return;  // nothing is asked
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
    const asked = card.querySelector(".asked");
    card.innerHTML = text;
    htmx.process(card);
    shown(true);
    draw();
    if (focused !== false) (!asked && document.getElementById(focused) || svg).focus({preventScroll: true});
    Board.view.near([...chosen.map(code => standOf(code)?.dataset.place).filter(Boolean), ...marks.keys()]);
  }
  let several = false;
  function chooseMany(on) {
    several = on;
    if (!on && chosen.length > 1) choose([]);
  }
  function pick(stand, more) {
    const code = stand.dataset.code;
    const had = chosen.includes(code);
    if (!card) say(told(stand.dataset.place));
    else if ((more || several) && isOwn(stand)) {
      const mine = chosen.filter(one => one !== code && isOwn(standOf(one)));
      choose(had ? mine : [...mine, code]);
    } else choose(had ? [] : [code]);
    say(had ? words.none : `${words.chosen} ${told(stand.dataset.place)}`);
  }

  /* ---------- tapping ---------- */
  /** Show of the card what is done at one place alone. */
  function ask(offers, place) {
    const some = offers.map(one => one.what);
    for (const one of card.querySelectorAll("button.may")) (one.closest("li") || one).hidden = !some.includes(one);
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
    card.scrollIntoView({block: "nearest"});
  }
  /** What a tap means of several lines: to go on from the order there is; to go there, not to turn that way. */
  function meant(offers) {
    const now = card?.querySelector("button[aria-pressed=true]")?.value;
    const tests = [what => now && what.value.startsWith(now), goes];
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
  function tap(place, more = false) {
    const offers = marks.get(place), stand = standAt(place) || stands.find(one => one.dataset.place === place);
    if (offers && !more) press(offers, place);
    else if (stand) pick(stand, more);
    else say(told(place));
  }

  svg.addEventListener("click", event => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const stand = event.target.closest(".stand");
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(layer("field").getScreenCTM().inverse());
    const place = stand ? stand.dataset.place : placeAt(point.x, point.y);
    if (place) {
      tap(place, event.shiftKey);
      svg.dispatchEvent(new CustomEvent("board:tapped", {detail: place}));
    }
  });
  document.addEventListener("change", event => event.target.matches("input[type=radio][data-at]") && draw());
  document.addEventListener("htmx:afterSettle", event => {
    const drawn = event.target.querySelector("#drawn");
    if (!drawn) return;  // a part beside the orders: the number of mistakes, a card of the list
    layer("orders").replaceChildren(...drawn.cloneNode(true).childNodes);
    if (chosen.length) choose(chosen);
  });
  draw();
  return {svg, stands, centre, outline, step, standOf, isOwn, told, say, tap, choose, chooseMany, words,
    get chosen() { return chosen; }, get marked() { return [...marks.keys()]; }};
})();
