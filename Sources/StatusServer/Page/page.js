'use strict';
// The server renders the page; this script fetches it again and changes only the differences, which preserves
// images, animations and the focus.
(() => {
  const every = 2000; // milliseconds
  const live = document.getElementById('live');
  let failures = 0;
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
    let position = old.firstChild;
    for (const child of [...fresh.childNodes]) {
      const match = child.id ? known.get(child.id) : position && !position.id ? position : null;
      if (!match) {
        old.insertBefore(document.importNode(child, true), position);
        continue;
      }
      if (match === position) position = position.nextSibling;
      else old.insertBefore(match, position);
      patch(match, child);
    }
    while (position) {
      const next = position.nextSibling;
      position.remove();
      position = next;
    }
  }

  function show(text, isOffline) {
    live.textContent = text;
    live.classList.toggle('offline', isOffline);
  }

  async function refresh() {
    clearTimeout(timer);
    try {
      const response = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-store' });
      if (response.status === 401) return location.reload();
      if (!response.ok) throw new Error(response.statusText);
      const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
      for (const id of ['state', 'main']) {
        patch(document.getElementById(id), fresh.getElementById(id));
      }
      failures = 0;
      show('Live · ' + new Date().toLocaleTimeString(), false);
    } catch {
      failures += 1;
      show('The server does not respond; retrying', true);
    }
    if (!document.hidden) timer = setTimeout(refresh, every * Math.min(15, 2 ** failures));
  }

  document.addEventListener('submit', async (event) => {
    const form = event.target;
    const button = form.querySelector('button');
    event.preventDefault();
    if (form.action.endsWith('/cancel') && !confirm(button.getAttribute('aria-label') + '?')) return;
    button.disabled = true;
    try {
      const response = await fetch(form.action, { method: 'POST', headers: { Accept: 'application/json' } });
      if (response.ok) return refresh();
      const { error } = await response.json();
      alert(error.message + '\n' + error.advice);
    } catch {
      show('The server does not respond; try again', true);
    }
    button.disabled = false;
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) refresh();
  });
  timer = setTimeout(refresh, every);
  show('Live', false);
})();
