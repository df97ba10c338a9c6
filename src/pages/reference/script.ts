/** The search box. Without it nothing is missing but the box: it is hidden until this runs. */
export const script = `
const box = document.querySelector('search');
const field = document.getElementById('find');
const items = [...document.querySelectorAll('[data-find]')].map((element) => ({ element, text: element.dataset.find.toLowerCase() }));
const parts = [...document.querySelectorAll('nav li.of, section.group')];
const show = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const { element, text } of items) element.hidden = !words.every((word) => text.includes(word));
  for (const part of parts) part.hidden = words.length > 0 && !part.querySelector('[data-find]:not([hidden])');
  document.documentElement.classList.toggle('searching', words.length > 0);
};
box.hidden = false;
field.addEventListener('input', show);
field.addEventListener('keydown', ({ key }) => { if (key === 'Escape') { field.value = ''; show(); field.blur(); } });
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || document.activeElement === field) return;
  event.preventDefault();
  field.focus();
  field.select();
});
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!target || !target.closest('[hidden]')) return;
  field.value = '';
  show();
  target.scrollIntoView();
});
`;
