/* Layers of the map, switched at once and remembered in this browser; an address that names them goes before. */
(() => {
  "use strict";
  const KEPT = "map-layers";
  const boxes = [...document.querySelectorAll("#map-tools [name=l]")];
  const show = box => Board.svg.classList.toggle(`no-${box.value}`, !box.checked);
  function kept() {
    try {
      return JSON.parse(localStorage.getItem(KEPT)) || {};
    } catch {  // a browser that keeps nothing
      return {};
    }
  }
  if (!("choseLayers" in Board.svg.dataset)) {
    const before = kept();
    for (const box of boxes) if (box.value in before) box.checked = before[box.value];
  }
  boxes.forEach(show);
  document.querySelector("#map-tools button[form=layers]").hidden = true;
  document.getElementById("map-tools").addEventListener("change", event => {
    show(event.target);
    try {
      localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(boxes.map(box => [box.value, box.checked]))));
    } catch { /* it holds for this page alone */ }
  });
})();
