/* A page learns that its turn has been played, and that all have submitted or one no more: it asks every few seconds.
   What was typed stays where it is. */
(() => {
  "use strict";
  const banner = document.getElementById("banner");
  if (!banner) return;
  const {pulse, report, state} = banner.dataset, SEEN = 4000, HIDDEN = 15000;
  let tag = "", plays = banner.dataset.plays;
  function told() {
    const bar = document.getElementById("bar"), over = document.getElementById("bar-over");
    bar.replaceChildren(...over.content.cloneNode(true).childNodes);
    banner.hidden = false;
    document.title = `(1) ${document.title}`;
  }
  async function freshen(now) {  // when the turn is played: said over the map, in the bar, above the orders submitted
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    const now_in = page.getElementById("submitted"), was_in = document.getElementById("submitted");
    if (!now_in !== !was_in) return location.reload();
    for (const name of was_in ? ["wanted", "bar", "submitted"] : ["wanted"])
      document.getElementById(name).replaceWith(page.getElementById(name));
    plays = now;
  }
  async function ask() {
    try {
      const answer = await fetch(pulse, {headers: tag ? {"If-None-Match": tag} : {}, cache: "no-store"});
      tag = answer.headers.get("ETag") || tag;
      if (answer.status === 200 && !answer.redirected) {
        const now = await answer.json();
        if (String(now.number) !== report || now.state !== state) return told();
        if (now.plays !== plays) await freshen(now.plays);
      } else if (answer.status !== 304) return;  // signed out, or no seat any more
    } catch { /* no connection: asked again */ }
    later();
  }
  let timer;
  function later() {
    clearTimeout(timer);
    timer = setTimeout(ask, document.hidden ? HIDDEN : SEEN);
  }
  document.addEventListener("visibilitychange", () => { if (banner.hidden && !document.hidden) ask(); });
  later();
})();
