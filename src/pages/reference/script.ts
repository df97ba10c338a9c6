/** Search, samples, copying and sending. Without it, every page can be read: what needs it is hidden until it runs. */
export const script = `
const box = document.querySelector('search');
const field = document.getElementById('find');
const found = document.getElementById('found');
let index = null;
let chosen = -1;
const shown_max = 12;
const load = () => (index ??= fetch('/docs/search.json').then((response) => response.json()));
const close = () => { found.hidden = true; field.setAttribute('aria-expanded', 'false'); field.removeAttribute('aria-activedescendant'); chosen = -1; };
const choose = (place) => {
  const options = [...found.children];
  chosen = (place + options.length) % options.length;
  for (const [number, option] of options.entries()) option.setAttribute('aria-selected', String(number === chosen));
  field.setAttribute('aria-activedescendant', options[chosen]?.id ?? '');
  options[chosen]?.scrollIntoView({ block: 'nearest' });
};
const search = async () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  if (!words.length) return close();
  const matches = (await load()).filter(([text, detail]) => words.every((word) => (text + ' ' + detail).toLowerCase().includes(word)));
  found.replaceChildren(...matches.slice(0, shown_max).map(([text, detail, url], number) => {
    const item = document.createElement('li');
    item.role = 'option';
    item.id = 'found-' + number;
    const link = document.createElement('a');
    link.href = url;
    link.tabIndex = -1;
    link.append(text, Object.assign(document.createElement('small'), { textContent: detail }));
    item.append(link);
    return item;
  }));
  found.hidden = matches.length === 0;
  field.setAttribute('aria-expanded', String(matches.length > 0));
  if (matches.length) choose(0);
};
box.hidden = false;
field.addEventListener('focus', load);
field.addEventListener('input', search);
field.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { field.value = ''; close(); field.blur(); }
  if (found.hidden) return;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') { event.preventDefault(); choose(chosen + (event.key === 'ArrowDown' ? 1 : -1)); }
  if (event.key === 'Enter') { found.children[chosen]?.querySelector('a').click(); close(); }
});
document.addEventListener('click', ({ target }) => { if (!box.contains(target)) close(); });
addEventListener('keydown', (event) => {
  const typing = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || typing) return;
  event.preventDefault();
  field.focus();
  field.select();
});

// Addresses of earlier versions had all operations on one page.
const open = async () => {
  const id = decodeURIComponent(location.hash.slice(1));
  if (!id) return;
  const target = document.getElementById(id);
  for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  if (target) target.scrollIntoView();
  else if (location.pathname === '/docs') {
    const entry = (await load()).find(([, , url]) => url.endsWith('#' + id));
    if (entry) location.replace(entry[2]);
  }
};
addEventListener('hashchange', open);
open();

const stored = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const store = (name, value) => { try { localStorage.setItem(name, value); } catch {} };
const speak = (language) => {
  for (const sample of document.querySelectorAll('[data-sample]')) sample.hidden = sample.dataset.sample !== language;
  for (const button of document.querySelectorAll('[data-language]')) button.setAttribute('aria-pressed', String(button.dataset.language === language));
};
for (const button of document.querySelectorAll('[data-language]')) {
  button.hidden = false;
  button.addEventListener('click', () => { speak(button.dataset.language); store('florin.language', button.dataset.language); });
}
speak(stored('florin.language') ?? 'curl');
for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.closest('.samples').querySelector('[data-code], [data-sample]:not([hidden])').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
}

const own_key = stored('florin.docs_key') ?? 'sk_test_docs' + crypto.randomUUID().replaceAll('-', '').slice(0, 12);
const values = (text) => {
  const form = new URLSearchParams();
  for (const line of text.split('\\n').filter((each) => each.includes('='))) {
    const [name, ...rest] = line.split('=');
    form.append(name.trim(), rest.join('=').trim().replace('$(($(date +%s) + 86400))', String(Math.floor(Date.now() / 1000) + 86400)));
  }
  return form.toString();
};
for (const form of document.querySelectorAll('.try form')) {
  form.closest('details').hidden = false;
  form.elements.key.value = own_key;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { path, params, key } = form.elements;
    store('florin.docs_key', key.value);
    const { method } = form.dataset;
    const encoded = values(params.value);
    const sends = method === 'POST';
    const started = performance.now();
    const output = form.querySelector('output');
    output.textContent = 'Sending…';
    try {
      const response = await fetch(path.value + (!sends && encoded ? '?' + encoded : ''), {
        method,
        credentials: 'omit',
        headers: { authorization: 'Bearer ' + key.value, ...(sends && { 'content-type': 'application/x-www-form-urlencoded' }) },
        ...(sends && { body: encoded }),
      });
      const text = await response.text();
      const took = Math.round(performance.now() - started);
      const pre = Object.assign(document.createElement('pre'), { tabIndex: 0 });
      try { pre.textContent = JSON.stringify(JSON.parse(text), null, 2); } catch { pre.textContent = text; }
      output.replaceChildren(Object.assign(document.createElement('p'), { textContent: response.status + ' in ' + took + ' ms' }), pre);
    } catch {
      output.textContent = 'The service has not answered. Try again.';
    }
  });
}
`;
