/* The sheet of orders over the map: a tap on a line opens its card, Next goes to the next unit without an order, what was
   folded or open stays so when the orders are read anew. */
(() => {
  "use strict";
  const sheet = document.getElementById("sheet"), drawer = document.getElementById("orders"), card = document.getElementById("card");
  if (!sheet || !card) return;
  const wide = matchMedia("(min-width: 1080px)");
  const lines = () => [...document.querySelectorAll("#understood .roll [name=show]")];
  const isGap = line => line.parentElement.matches(".is-none");

  /* ---------- the bar's Next ---------- */
  /** The next unit without an order after those that are chosen, in the order of the list, from the top again. */
  function gap() {
    const all = lines(), last = all.findIndex(one => one.value === Board.chosen.at(-1));
    return [...all.slice(last + 1), ...all.slice(0, last + 1)].find(isGap)?.value || "";
  }
  function name() {
    const next = document.querySelector("#bar [data-next]"), code = gap();
    if (!next) return;
    next.hidden = !code || Board.chosen.length === 1 && Board.chosen[0] === code;
    next.value = code;
    next.firstElementChild.lastChild.textContent = `: ${code}`;
  }

  /** The hint for what is to be done next. */
  function hint() {
    const some = document.getElementById("hints"), ordered = lines().some(one => !isGap(one));
    if (some) some.className = `hints is-${Board.chosen.length ? 2 : ordered ? 3 : 1}`;
  }

  /* ---------- opening and closing a card ---------- */
  /** The card is on top of the sheet, under the whole map: that is where the page goes. */
  function reveal() {
    (wide.matches ? drawer : window).scrollTo({top: 0});
  }
  let keyed = false;  // whether the card was asked for by a key: then its title gets the focus
  document.addEventListener("click", event => {
    const one = event.target.closest("[name=show]");
    if (!one || !sheet.contains(one)) return;
    event.preventDefault();
    keyed = !event.detail;
    if (one.value) Board.pick(one.value, event.shiftKey, !("next" in one.dataset));
    else Board.choose([]), Board.svg.focus({preventScroll: true});
  });
  Board.svg.addEventListener("board:chosen", () => { name(); hint(); });
  Board.svg.addEventListener("board:card", () => {
    reveal();
    if (keyed) document.getElementById("h-card")?.focus({preventScroll: true});
    keyed = false;
  });

  /* ---------- what is folded stays folded ---------- */
  let open = [];
  const folds = () => [...drawer.querySelectorAll("details[id]")];
  document.addEventListener("htmx:beforeSwap", () => { open = folds().map(one => [one.id, one.open]); });
  document.addEventListener("htmx:afterSettle", () => {
    for (const [id, on] of open) {
      const one = document.getElementById(id);
      if (one) one.open = on;
    }
    several();
    name();
    hint();
  });

  /* ---------- several at once ---------- */
  let many = false;
  function several() {
    const one = document.querySelector("#understood [data-do=several]");
    if (!one) return;
    one.hidden = false;
    one.ariaPressed = String(many);
  }
  document.addEventListener("click", event => {
    if (!event.target.closest("#understood [data-do=several]")) return;
    many = !many;
    several();
    Board.chooseMany(many);
  });

  /* ---------- the grip takes a drag ---------- */
  const grip = drawer.querySelector(".grip");
  let from = null;
  grip.addEventListener("pointerdown", event => {
    from = event.clientY + scrollY;
    grip.setPointerCapture(event.pointerId);
  });
  grip.addEventListener("pointermove", event => from !== null && scrollTo({top: from - event.clientY, behavior: "instant"}));
  for (const what of ["pointerup", "pointercancel"]) grip.addEventListener(what, () => { from = null; });

  drawer.addEventListener("focusin", event => {  // a browser shows no more of it than the line one writes in
    if (event.target.localName === "textarea") event.target.scrollIntoView({block: "nearest"});
  });
  const confirm = document.getElementById("confirm");
  if (confirm) {
    confirm.close();
    confirm.showModal();
    const leave = () => history.replaceState(null, "", location.pathname + "?tab=orders");
    confirm.addEventListener("close", leave);
    confirm.querySelector("a.btn").addEventListener("click", event => {
      event.preventDefault();
      confirm.close();
    });
  }
  const text = document.getElementById("text-more");
  if (text && location.hash === "#text") text.open = true;
  several();
  name();
})();
