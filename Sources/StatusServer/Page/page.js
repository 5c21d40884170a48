'use strict';
// The server draws the page; this fetches it again and changes only what differs, so that pictures
// stay, bars glide and the focus is kept.
(() => {
  const every = 2000; // milliseconds
  const live = document.getElementById('live');
  let losses = 0;
  let timer;

  function patch(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
      old.replaceWith(document.importNode(fresh, true));
      return;
    }
    if (old.nodeType !== Node.ELEMENT_NODE) {
      old.nodeValue = fresh.nodeValue;
      return;
    }
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    const known = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
    let place = old.firstChild;
    for (const child of [...fresh.childNodes]) {
      const match = child.id ? known.get(child.id) : place && !place.id ? place : null;
      if (!match) {
        old.insertBefore(document.importNode(child, true), place);
        continue;
      }
      if (match === place) place = place.nextSibling;
      else old.insertBefore(match, place);
      patch(match, child);
    }
    while (place) {
      const next = place.nextSibling;
      place.remove();
      place = next;
    }
  }

  function say(text, isLost) {
    live.textContent = text;
    live.classList.toggle('lost', isLost);
  }

  async function refresh() {
    clearTimeout(timer);
    try {
      const answer = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-store' });
      if (answer.status === 401) return location.reload();
      if (!answer.ok) throw new Error(answer.statusText);
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      for (const id of ['state', 'main']) {
        patch(document.getElementById(id), fresh.getElementById(id));
      }
      losses = 0;
      say('Live · ' + new Date().toLocaleTimeString(), false);
    } catch {
      losses += 1;
      say('The server does not answer; trying again', true);
    }
    if (!document.hidden) timer = setTimeout(refresh, every * Math.min(15, 2 ** losses));
  }

  document.addEventListener('submit', async (event) => {
    const form = event.target;
    const button = form.querySelector('button');
    event.preventDefault();
    if (form.action.endsWith('/cancel') && !confirm(button.getAttribute('aria-label') + '?')) return;
    button.disabled = true;
    try {
      const answer = await fetch(form.action, { method: 'POST', headers: { Accept: 'application/json' } });
      if (answer.ok) return refresh();
      const { error } = await answer.json();
      alert(error.message + '\n' + error.advice);
    } catch {
      say('The server does not answer; try again', true);
    }
    button.disabled = false;
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) refresh();
  });
  timer = setTimeout(refresh, every);
  say('Live', false);
})();
