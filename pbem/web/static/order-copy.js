/* What is typed is kept in this browser until the server has it: a page left in the same moment loses nothing.
   It is put back only if the server still has what this browser knew of, so nothing typed elsewhere is lost. */
(() => {
  "use strict";
  const area = () => document.getElementById("text"), form = document.getElementById("sheet");
  if (!area() || !form) return;
  const KEY = `orders:${document.getElementById("board").dataset.game}:${form.elements.turn.value}`;
  let known = area().value, sent = known;
  function keep() {
    try {
      if (area().value === known) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, JSON.stringify({text: area().value, known, sent}));
    } catch { /* a browser that keeps nothing */ }
  }
  function kept() {
    try {
      return JSON.parse(localStorage.getItem(KEY));
    } catch {
      return null;
    }
  }
  document.addEventListener("input", event => { if (event.target === area()) keep(); });
  document.addEventListener("htmx:configRequest", event => {
    const {text} = event.detail.parameters;  // no "in": what is asked for it is a form's data
    if (text === undefined) return;
    sent = text.replaceAll("\r\n", "\n");
    if (area().value !== known) keep();
  });
  document.addEventListener("htmx:afterRequest", event => {
    if (!event.detail.successful || !event.detail.requestConfig.path.endsWith("/check")) return;
    known = sent;
    keep();
  });
  document.addEventListener("htmx:afterSettle", event => {
    if (event.detail.target?.id !== "sheet-body") return;  // a button wrote into the text
    known = sent = area().value;
    keep();
  });
  form.addEventListener("submit", () => { sent = area().value; keep(); });
  const before = kept();
  if (before && before.text !== known && [before.known, before.sent].includes(known)) {
    addEventListener("load", () => {  // htmx has looked at what the server sent: this is a change
      area().value = before.text;
      area().dispatchEvent(new Event("input", {bubbles: true}));
    });
  } else keep();
})();
