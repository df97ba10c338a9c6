/**
 * What a page in a frame tells the page around it: that it is there, how high it is, and where the payer goes on, which no frame can lead
 * to by itself (docs/decisions/0061). The address of the parent page is unknown, so messages contain nothing confidential.
 */
export const embed_script = `
if (parent !== window) {
  const tell = (event, more) => parent.postMessage({ type: 'florin.checkout', event, ...more }, '*');
  const height = () => tell('height', { height: Math.ceil(document.body.getBoundingClientRect().height) });
  document.documentElement.classList.add('framed');
  tell('ready');
  height();
  new ResizeObserver(height).observe(document.body);
  for (const element of document.querySelectorAll('[data-tells]')) {
    const { tells, url } = element.dataset;
    for (const event of tells.split(' ')) tell(event, url ? { url } : {});
  }
}
`;

/** What such a page has to tell, and the address that goes with it. */
export type Told = { readonly events: readonly ('redirect' | 'complete')[]; readonly url: string | null };
