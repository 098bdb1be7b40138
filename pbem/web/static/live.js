/* A page learns that its turn has been played: it asks for the seat's newest report every few seconds.
   What was typed stays where it is. */
(() => {
  "use strict";
  const banner = document.getElementById("banner");
  if (!banner) return;
  const {pulse, report, state} = banner.dataset, SEEN = 4000, HIDDEN = 15000;
  let tag = "";
  function told() {
    const bar = document.getElementById("bar"), over = document.getElementById("bar-over");
    bar.replaceChildren(...over.content.cloneNode(true).childNodes);
    banner.hidden = false;
    document.title = `(1) ${document.title}`;
  }
  async function ask() {
    try {
      const answer = await fetch(pulse, {headers: tag ? {"If-None-Match": tag} : {}, cache: "no-store"});
      tag = answer.headers.get("ETag") || tag;
      if (answer.status === 200 && !answer.redirected) {
        const now = await answer.json();
        if (String(now.number) !== report || now.state !== state) return told();
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
