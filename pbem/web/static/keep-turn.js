// What is written under the reports of a closed turn is kept when its page is left without a press.
"use strict";
(() => {
  const form = document.querySelector("form[data-keep]");
  if (!form) return;
  let written = false;
  form.addEventListener("input", () => { written = true; });
  form.addEventListener("submit", () => { written = false; });
  window.addEventListener("pagehide", () => {
    if (!written) return;
    const data = new FormData(form);
    data.set("do", "keep");
    navigator.sendBeacon(form.action.split("#")[0], data);
  });
})();
