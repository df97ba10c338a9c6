/**
 * What a component in a frame tells the page around it: that it is there, how high it is, and what has happened in it. The address of the parent
 * page is unknown, so messages contain nothing confidential.
 */
export const frame_script = `
if (parent !== window) {
  const tell = (event, more) => parent.postMessage({ type: 'florin.connect', event, ...more }, '*');
  const height = () => tell('height', { height: Math.ceil(document.body.getBoundingClientRect().height) });
  document.documentElement.classList.add('framed');
  tell('ready');
  height();
  new ResizeObserver(height).observe(document.body);
  for (const element of document.querySelectorAll('[data-tells]')) tell(element.dataset.tells, { detail: element.dataset.detail ?? null });
}
`;
