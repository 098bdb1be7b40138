/* A button that was pressed may be gone when the orders are read anew.  Who goes by keys is then put where it stood. */
(() => {
  "use strict";
  let row = null;  // id of the row the focus was in; "" for none of them; null where the focus is not lost
  document.addEventListener("htmx:beforeSwap", event => {
    const one = document.activeElement;
    row = event.detail.target.contains(one) && one.matches(":focus-visible") ? one.closest(".order")?.id || "" : null;
  });
  document.addEventListener("htmx:afterSettle", event => {
    if (row === null || document.activeElement !== document.body || !event.target.querySelector("#understood")) return;
    const more = document.getElementById("text-more");
    if (!row) more.open = true;
    (row && document.getElementById(row)?.querySelector(".line") || document.getElementById("text")).focus();
    row = null;
  });
})();
