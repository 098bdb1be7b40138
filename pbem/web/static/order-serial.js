/* Every save names this page and its own number, so that one that arrives late overwrites nothing newer.  Once the sheet
   is sent, the answer to an earlier save leads nowhere: its turn may be over, and the report is on its way. */
(() => {
  "use strict";
  const writer = crypto.getRandomValues(new Uint32Array(2)).reduce((said, part) => said + part.toString(36), "");
  let saves = 0, sent = false;
  const next = () => `${writer}.${++saves}`;
  document.addEventListener("htmx:configRequest", event => {
    const {verb, formData, parameters} = event.detail;
    if (verb === "post" && formData.has("serial")) parameters.serial = next();
  });
  document.addEventListener("submit", event => {
    const field = event.target.elements?.serial;
    if (!field) return;
    field.value = next();
    sent = !event.defaultPrevented;
  });
  document.addEventListener("htmx:beforeOnLoad", event => { if (sent) event.preventDefault(); });
  addEventListener("pageshow", () => { sent = false; });
})();
