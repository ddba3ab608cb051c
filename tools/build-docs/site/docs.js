// Search, the switch of the theme, and copying. Everything else works without this file.
(() => {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const make = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);

  // Copying

  for (const block of all('.code')) {
    const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      const text = block.querySelector('code').textContent;
      button.textContent = (await copy(text)) ? 'Copied' : 'Select and copy';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1500);
    });
    block.append(button);
  }

  /** Pages without https have no clipboard of their own. */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const field = make('textarea', { value: text, className: 'unseen' });
      document.body.append(field);
      field.select();
      const isCopied = document.execCommand('copy');
      field.remove();
      return isCopied;
    }
  }

  // The theme: the key is the dashboard's, so that both show the same.

  const key = 'mantine-color-scheme-value';
  const root = document.documentElement;
  const switcher = document.querySelector('.theme');
  const isDark = () => root.getAttribute('data-mantine-color-scheme') === 'dark';
  const label = () => {
    const next = isDark() ? 'Light' : 'Dark';
    switcher.textContent = next;
    switcher.setAttribute('aria-label', `Switch to ${next.toLowerCase()} theme`);
  };
  switcher.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark';
    root.setAttribute('data-mantine-color-scheme', next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Storage may be forbidden: it holds for this page then.
    }
    label();
  });
  label();
  switcher.hidden = false;

  // Search

  const form = document.querySelector('.search');
  const input = form.querySelector('input');
  const list = form.querySelector('#results');
  form.hidden = false;
  let rows;
  let chosen = -1;

  const load = () => {
    rows ??= fetch(document.body.dataset.index).then((response) => response.json());
    return rows;
  };
  const folded = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

  const joined = (text) => `${folded(text)} ${folded(text).replaceAll(' ', '')}`;

  /** A word counts where it stands: most in a heading, then in the title, then in the text; all must be found. */
  function score([address, title, heading, text], words) {
    let sum = 0;
    // Guides first, then routes, then the shapes that routes name. "backup" is found in "Back up", too.
    const share = address.startsWith('/docs/api/shapes') ? 0.2 : address.startsWith('/docs/api') ? 0.6 : 1;
    const places = [
      [joined(heading), 6],
      [joined(title), heading === '' ? 8 : 3],
      [folded(text), 1],
    ];
    for (const word of words) {
      let best = 0;
      for (const [place, weight] of places) {
        const at = place.indexOf(word);
        if (at === -1) continue;
        const isStart = at === 0 || /[^\p{L}\p{N}]/u.test(place[at - 1]);
        best = Math.max(best, weight * (isStart ? 2 : 1));
      }
      if (best === 0) return 0;
      sum += best;
    }
    return sum * share;
  }

  function show(found, asked) {
    list.replaceChildren(
      ...found.map(([address, title, heading], index) => {
        const link = make('a', { href: address, id: `result-${index}`, tabIndex: -1 });
        link.setAttribute('role', 'option');
        link.append(make('span', { className: 'hit', textContent: heading || title }));
        if (heading) link.append(make('span', { className: 'of', textContent: title }));
        return link;
      }),
    );
    if (found.length === 0 && asked !== '') {
      const none = make('div', { className: 'none', textContent: `Nothing found for “${asked}”` });
      none.setAttribute('role', 'option');
      none.setAttribute('aria-disabled', 'true');
      list.append(none);
    }
    choose(found.length > 0 ? 0 : -1);
    open(asked !== '');
  }

  function open(isOpen) {
    list.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen));
  }

  function choose(index) {
    const links = all('a', list);
    chosen = links.length === 0 ? -1 : (index + links.length) % links.length;
    links.forEach((link, at) => {
      link.setAttribute('aria-selected', String(at === chosen));
    });
    if (chosen === -1) input.removeAttribute('aria-activedescendant');
    else {
      input.setAttribute('aria-activedescendant', `result-${chosen}`);
      links[chosen].scrollIntoView({ block: 'nearest' });
    }
  }

  async function search() {
    const asked = input.value.trim();
    const words = folded(asked)
      .split(/\s+/)
      .filter((word) => word !== '');
    const found = (await load())
      .map((row) => [score(row, words), row])
      .filter(([points]) => points > 0)
      .sort(([a], [b]) => b - a)
      .slice(0, 12)
      .map(([, row]) => row);
    // What was typed meanwhile is searched for by a call of its own.
    if (asked === input.value.trim()) show(words.length === 0 ? [] : found, asked);
  }

  input.addEventListener('focus', load);
  input.addEventListener('input', search);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Escape') {
      open(false);
      input.value = '';
      input.blur();
    } else return;
    event.preventDefault();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const link = all('a', list)[chosen];
    if (link === undefined || list.hidden) return;
    open(false);
    location.assign(link.href);
  });
  document.addEventListener('click', (event) => {
    if (!form.contains(event.target) || event.target.closest('#results a')) open(false);
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName ?? '');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });

  // Which section is read, in the contents beside it

  const contents = new Map(all('.contents a').map((link) => [link.hash.slice(1), link]));
  const headings = [...contents.keys()].map((id) => document.getElementById(decodeURIComponent(id))).filter(Boolean);
  if (headings.length > 0) {
    const mark = () => {
      const current = headings.filter((heading) => heading.getBoundingClientRect().top < 120).at(-1) ?? headings[0];
      for (const [id, link] of contents) {
        if (id === encodeURIComponent(current.id) || id === current.id) link.setAttribute('aria-current', 'location');
        else link.removeAttribute('aria-current');
      }
    };
    let isWaiting = false;
    addEventListener(
      'scroll',
      () => {
        if (isWaiting) return;
        isWaiting = true;
        requestAnimationFrame(() => {
          isWaiting = false;
          mark();
        });
      },
      { passive: true },
    );
    mark();
  }

  // The page that is shown, in the middle of the list

  const pages = document.querySelector('.pages');
  const shown = pages.querySelector('[aria-current]');
  if (shown !== null) pages.scrollTop = shown.offsetTop - pages.offsetTop - pages.clientHeight / 2;
})();
