/* Places of a board of hexes: the words orders use for them (0605), where they are, what is said of them.
   Lengths are board units: a hex is 88 wide, the origin is the middle of 0101. */
const Places = (() => {
  "use strict";
  const {dataset} = document.getElementById("board");
  const {columns, rows, signs} = JSON.parse(dataset.board), words = JSON.parse(dataset.words);
  const meaning = Object.fromEntries(signs);
  const WIDE = 88, SIDE = WIDE / Math.sqrt(3), ROW = SIDE * 1.5;
  const split = place => [Number(place.slice(0, 2)) - 1, Number(place.slice(2)) - 1];
  const join = (column, row) => [column + 1, row + 1].map(n => String(n).padStart(2, "0")).join("");
  const onBoard = (column, row) => row >= 0 && row < rows.length && column >= 0 && column < columns;
  const centre = place => {
    const [column, row] = split(place);
    return [WIDE * (column + (row % 2) / 2), ROW * row];
  };
  function outline(place, size) {
    const [x, y] = centre(place), w = WIDE / 2 * size, s = SIDE * size;
    return `M${x},${y - s}l${w},${s / 2}v${s}l${-w},${s / 2}l${-w},${-s / 2}v${-s}z`;
  }
  function at(x, y) {
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
  /** Number and ground of a place; who is there, in words. */
  function told(place, there) {
    const [column, row] = split(place);
    return `${place}, ${meaning[rows[row][column]]}: ${there || words.nobody}.`;
  }
  const circle = (r, down = 0) => place => {
    const [cx, y] = centre(place);
    return ["circle", {cx, cy: y + down, r}];
  };
  return {
    first: "0101", finger: WIDE, odds: 47, centre, at, step, told,
    name: unit => unit.getAttribute("aria-label").replace(/^[^:]*:/, unit.dataset.code).replace(`, at ${unit.dataset.place}`, ""),
    is: text => /^\d{4}$/.test(text) && onBoard(...split(text)),
    near: place => place,
    open: () => true,
    goes: (line, place) => line.includes(place),
    unit: unit => outline(unit.dataset.place, .97),
    cursor: place => outline(place, .9),
    field: places => places.map(place => outline(place, .9)).join(""),
    go: place => ["path", {d: outline(place, .93)}],
    aim: circle(41),
    pin: circle(14),
    dot: circle(8, 25),
  };
})();
