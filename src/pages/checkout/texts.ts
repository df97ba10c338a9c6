import { foreign, html, type Markup } from '../kit/ui.js';

/** A link as merchants write it into a sentence: `[our terms](https://example.com/terms)`. */
const link = /\[([^\]\n]{1,200})\]\((https?:\/\/[^\s()]{1,1000})\)/g;

const characters_max = 1200;

/** What a merchant has written for the page. Nothing in it is anything but text, except links that lead to a web page; the view of a mobile app has no other tab for it. */
export function customWords(said: { readonly message: string } | null | undefined, origin: string | null = null): Markup | null {
  if (!said?.message.trim()) return null;
  const parts: Markup[] = [];
  let at = 0;
  for (const found of said.message.matchAll(link)) {
    const [whole, label = '', url = ''] = found;
    parts.push(foreign(said.message.slice(at, found.index), characters_max));
    parts.push(html`<a href="${url}"${origin !== 'mobile_app' && html` target="_blank"`} rel="noopener noreferrer">${foreign(label)}</a>`);
    at = found.index + whole.length;
  }
  return html`<span class="own-words">${parts}${foreign(said.message.slice(at), characters_max)}</span>`;
}
