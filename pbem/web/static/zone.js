// Finds the city of this device's time zone: fills an empty guess with it, else offers it beside the field.  The field works without.
"use strict";
(() => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!here) return;
  const hidden = document.querySelector("input[type=hidden][data-guess]");
  if (hidden) hidden.value = here;
  const field = document.querySelector("input#zone[type=text]");
  const offer = document.getElementById("zone-here");
  if (!field || !offer) return;
  const option = document.querySelector(`#zones option[data-zone="${CSS.escape(here)}"]`);
  const city = option ? option.value : here;
  if (city === field.value) return;
  if ("guess" in field.dataset) {
    field.value = city;
    return;
  }
  const button = offer.querySelector("button");
  button.textContent = city;
  button.addEventListener("click", () => {
    field.value = city;
    offer.hidden = true;
    field.focus();
  });
  offer.hidden = false;
})();
