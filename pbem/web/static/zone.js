// Offers the time zone of this device beside the field for it; the field works without.
"use strict";
(() => {
  const field = document.getElementById("zone");
  const offer = document.getElementById("zone-here");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = [...document.querySelectorAll("#zones option")].some((one) => one.value === here);
  if (!field || !offer || !known || here === field.value) return;
  const button = offer.querySelector("button");
  button.textContent = here;
  button.addEventListener("click", () => {
    field.value = here;
    offer.hidden = true;
    field.focus();
  });
  offer.hidden = false;
})();
