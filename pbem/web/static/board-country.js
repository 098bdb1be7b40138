/* Places of a country: towns by their ids (burford), a force on a road by miles (12.5,30.2: east and south of the
   north-west corner); where they are, what is said of them.  Lengths are board units. */
const Places = (() => {
  "use strict";
  const svg = document.getElementById("board");
  const {places, mile} = JSON.parse(svg.dataset.board), words = JSON.parse(svg.dataset.words);
  const towns = new Map(places.map(([id, name, x, y]) => [id, {id, name, x, y}]));
  const FINGER = 26;  // pixels about a town that are the town
  const split = place => place.split(",").map(Number);
  const spot = text => /^\d+(\.\d+)?,\d+(\.\d+)?$/.test(text);
  function centre(place) {
    const town = towns.get(place);
    return town ? [town.x, town.y] : split(place).map(n => n * mile);
  }
  const far = ([x, y]) => one => Math.hypot(one.x - x, one.y - y);
  function nearest(at, some = [...towns.values()]) {
    const away = far(at);
    return some.reduce((best, one) => !best || away(one) < away(best) ? one : best, null);
  }
  const pixels = () => document.getElementById("b-field").getScreenCTM().a;
  const at = (x, y) => [x, y].map(n => Math.round(Math.max(n, 0) / mile * 10) / 10).join(",");
  function inside([x, y], unit) {
    const box = unit.dataset.outline.match(/-?[\d.]+,-?[\d.]+/g).map(split);
    const xs = box.map(([a]) => a), ys = box.map(([, b]) => b);
    return x >= Math.min(...xs) && x <= Math.max(...xs) && y >= Math.min(...ys) && y <= Math.max(...ys);
  }
  /** What a place means that was tapped: the place of the force whose flag is there, the town nearby, or itself. */
  function near(place, units) {
    if (towns.has(place)) return place;
    const here = centre(place);
    const unit = units.find(one => inside(here, one));
    if (unit) return unit.dataset.place;
    const town = nearest(here);
    return town && far(here)(town) < Math.max(FINGER / pixels(), 1.2 * mile) ? town.id : place;
  }
  /** The name of a town, or how far it is from one; who is there. */
  function told(place, there) {
    const town = towns.get(place) || nearest(centre(place));
    const miles = Math.round(far(centre(place))(town) / mile);
    const at = miles ? words.near.replace("{miles}", miles).replace("{place}", town.name) : town.name;
    return `${at}.${there ? ` ${there}.` : ""}`;
  }
  const circle = r => place => {
    const [cx, cy] = centre(place);
    return ["circle", {cx, cy, r}];
  };
  function ring(place, r) {
    const [x, y] = centre(place);
    return `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0z`;
  }
  /** The town next in a direction. */
  function step(place, across, down) {
    const here = centre(place), [x, y] = here;
    const ahead = one => (one.x - x) * across + (one.y - y) * down;
    const some = [...towns.values()].filter(one => ahead(one) > far(here)(one) * .6 && one.id !== place);
    return nearest(here, some)?.id || place;
  }
  return {
    first: places[0][0], finger: 34, odds: 34, centre, at, told, near, step,
    open: place => !svg.querySelector(`.stand[data-place="${place}"]`),
    name: unit => unit.getAttribute("aria-label").replace(/^[^:]*:/, unit.dataset.code),
    is: text => towns.has(text) || spot(text),
    goes: () => true,
    unit: unit => unit.dataset.outline,
    cursor: place => ring(place, 20),
    field: some => some.map(place => ring(place, 18)).join(""),
    go: circle(19),
    aim: circle(22),
    pin: circle(13),
    dot: circle(6),
  };
})();
