/* Lines of a unit that hold for any place: a tap on open ground fills the place in and presses the usual one.
   The others are on the card, for that place, to be pressed instead. */
const Anywhere = (() => {
  "use strict";
  let spot = "", awaited = false;  // the place that was tapped; whether its line is not in the orders yet
  const buttons = () => [...document.querySelectorAll("#card button[data-anywhere]")];
  const lines = () => (document.getElementById("text")?.value || "").split("\n").map(one => one.trim());
  const filled = (text, place) => text.replaceAll("{place}", place);

  /** The place that one of these lines has in the orders; "" for none. */
  function written() {
    for (const one of buttons()) {
      const begins = one.dataset.anywhere.split("{place}")[0];
      const line = lines().find(some => begins && some.startsWith(begins)) || "";
      const place = line.slice(begins.length).split(" ")[0].replace(/,$/, "");
      if (Places.is(place)) return place;
    }
    return "";
  }
  const at = () => buttons().length ? spot || written() : "";
  /** Put the place into the buttons of the card. */
  function put() {
    const place = at();
    for (const one of buttons()) {
      one.value = filled(one.dataset.anywhere, place);
      one.textContent = filled(one.dataset.text, place);
      one.ariaPressed = String(lines().includes(one.value));
      one.closest(".spot").hidden = !place;
    }
    for (const one of document.querySelectorAll("#card [data-spot]")) one.textContent = place;
  }
  /** A new card: the place that was tapped holds as long as its line is in the orders. */
  function fill() {
    if (!awaited && !buttons().some(one => lines().includes(filled(one.dataset.anywhere, spot)))) spot = "";
    put();
  }
  /** Order what is usual at a place.  Whether there is such a line. */
  function go(place) {
    const [usual] = buttons();
    if (!usual) return false;
    [spot, awaited] = [place, true];
    put();
    usual.click();
    Board.say(`${usual.value}. ${Board.told(place)}`);
    return true;
  }
  document.addEventListener("htmx:afterRequest", event => {
    if (!event.detail.successful) awaited = false;
  });
  document.addEventListener("keydown", event => {
    if (event.key !== "Enter" || !event.target.matches(".to-place input")) return;
    event.preventDefault();  // else the first button of the form is pressed, whatever it does
    event.target.parentElement.querySelector("button").click();
  });
  return {at, any: () => buttons().length > 0, fill, go, settled() { awaited = false; }, forget() { [spot, awaited] = ["", false]; }};
})();
