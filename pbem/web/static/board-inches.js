/* Places of a table in inches: the words orders use for them (24,18.5: inches east and north of the south-west corner),
   where they are, what is said of them.  Lengths are board units unless they are called inches. */
const Places = (() => {
  "use strict";
  const svg = document.getElementById("board");
  const {inch, width, depth, squares, ground} = JSON.parse(svg.dataset.board), words = JSON.parse(svg.dataset.words);
  const EYE = .6, FINGER = 14, CLOSE = 24;  // inches, and pixels, about a mark that are the mark; pixels an inch for quarters
  const split = place => place.split(",").map(Number);
  const say = number => String(Math.round(number * 100) / 100);
  const join = (x, y) => [x, y].map(say).join(",");
  const within = (x, y) => x >= 0 && y >= 0 && x <= width && y <= depth;
  const centre = place => {
    const [x, y] = split(place);
    return [x * inch, (depth - y) * inch];
  };
  const pixels = () => inch * document.getElementById("b-field").getScreenCTM().a;
  /** The finest step a finger or a mouse can mean: half an inch, a quarter when the map is close. */
  const step = () => pixels() < CLOSE ? .5 : .25;
  function at(x, y) {
    const [east, north] = [x / inch, depth - y / inch];
    if (!within(east, north)) return "";
    return join(...[east, north].map(n => Math.round(n / step()) * step()));
  }

  /* ---------- what lies where, what is how far ---------- */
  function inside([x, y], corners) {
    let odd = false;
    corners.forEach(([ax, ay], n) => {
      const [bx, by] = corners.at(n - 1);
      if (ay > y !== by > y && x < ax + (bx - ax) * (y - ay) / (by - ay)) odd = !odd;
    });
    return odd;
  }
  function besides([x, y], [ax, ay], [bx, by]) {
    const long = (bx - ax) ** 2 + (by - ay) ** 2;
    const part = long && Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long, 0), 1);
    return Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay));
  }
  const lies = (spot, [, shape, reach]) => reach
    ? shape.some((one, n) => n && besides(spot, shape[n - 1], one) <= reach) : inside(spot, shape);
  function square([x, y]) {
    const part = (n, all) => Math.min(Math.floor(n / squares), Math.ceil(all / squares) - 1);
    return String.fromCharCode(65 + part(x, width)) + (part(y, depth) + 1);
  }
  /** How far and in what direction a place is from a unit: inches; degrees to the right of its front, left negative. */
  function bearing(unit, place) {
    const [x, y] = split(unit.dataset.place), [toX, toY] = split(place);
    const turn = Math.atan2(toX - x, toY - y) * 180 / Math.PI - Number(unit.dataset.facing);
    return {inches: Math.hypot(toX - x, toY - y), degrees: ((turn + 540) % 360 + 360) % 360 - 180};
  }
  function fromIt(unit, place) {
    const {inches, degrees} = bearing(unit, place);
    const aside = Math.round(Math.abs(degrees));
    const way = !aside ? words.ahead : degrees > 0 ? words.right : words.left;
    return words.far.replace("{inches}", inches.toFixed(1)).replace("{code}", unit.dataset.code)
      .replace("{way}", way.replace("{degrees}", aside));
  }
  /** Square and ground of a place; how far it is from a unit, if one is chosen; who is there. */
  function told(place, there, unit) {
    const spot = split(place);
    const on = ground.filter(one => lies(spot, one)).map(([called]) => called).join(", ") || words.open;
    const from = unit && unit.dataset.place !== place ? `; ${fromIt(unit, place)}` : "";
    const at = words.spot.replace("{place}", place).replace("{square}", square(spot)).replace("{ground}", on);
    return `${at}${from}.${there ? ` ${there}.` : ""}`;
  }

  /* ---------- marks ---------- */
  const corners = unit => unit.dataset.outline.match(/-?[\d.]+,-?[\d.]+/g).map(split);
  /** What a place means that was tapped: the middle of the unit there, the mark nearby, or itself. */
  function near(place, units, marks) {
    const spot = centre(place), unit = units.find(one => inside(spot, corners(one)));
    if (unit) return unit.dataset.place;
    const far = mark => Math.hypot(...centre(mark).map((n, axis) => n - spot[axis])) / inch;
    return marks.filter(one => far(one) < Math.max(EYE, FINGER / pixels())).sort((one, other) => far(one) - far(other))[0] || place;
  }
  const ring = r => place => {
    const [cx, cy] = centre(place);
    return ["circle", {cx, cy, r: r * inch}];
  };
  const outline = places => `M${places.map(place => centre(place).join(",")).join("L")}z`;
  function cursor(place) {
    const [x, y] = centre(place), r = .55 * inch, long = inch;
    const hairs = [[1, 0], [-1, 0], [0, 1], [0, -1]]
      .map(([dx, dy]) => `M${x + dx * r},${y + dy * r}L${x + dx * long},${y + dy * long}`).join("");
    return `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0z${hairs}`;
  }
  return {
    first: join(width / 2, depth / 2), finger: 2.5 * inch, odds: 2.2 * inch, centre, at, told, near, cursor, bearing,
    /** Whether a tap there may mean something beside it: nothing is there, and no line is for any place. */
    open: (place, any) => !any && !svg.querySelector(`.stand[data-place="${place}"]`),
    name: unit => unit.getAttribute("aria-label").replace(/^[^:]*:/, unit.dataset.code).replace(/ at [^()]*\([^)]*\)/, ""),
    is: text => /^\d+(\.\d+)?,\d+(\.\d+)?$/.test(text) && within(...split(text)),
    step(place, across, down, far) {
      const long = far ? 6 : 1, limits = [width, depth];
      return join(...split(place).map((n, axis) =>
        Math.min(Math.max(Math.round((n + [across, -down][axis] * long) * 4) / 4, 0), limits[axis])));
    },
    unit: unit => unit.dataset.outline,
    field: places => places.length ? outline(places) : "",
    goes: () => true, go: () => null, dot: ring(.3),
    aim: (place, unit) => ["path", {d: unit?.dataset.outline || ""}],
    pin: place => {
      const [x, y] = centre(place);
      return ["path", {d: `M${x},${y}l${-.45 * inch},${-1.1 * inch}a${.5 * inch},${.5 * inch} 0 1 1 ${.9 * inch},0z`}];
    },
  };
})();
