import type { FastifyInstance } from 'fastify';
import drawings from './mark-drawings.json' with { type: 'json' };
import { html, type Markup, render } from './markup.js';

/** A mark of 40 by 26: its ground, and shapes upon it, each a colour and a path. Where the paths come from is in decision 0086. */
type Drawing = { readonly ground: string; readonly shapes: readonly (readonly string[])[] };

const marks: ReadonlyMap<string, Drawing> = new Map<string, Drawing>(Object.entries(drawings));

/** The brands of cards that have a mark. */
export const card_brands: readonly string[] = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'maestro'];

/** The name of the mark of a payment method, or of the brand of its card. */
export function markOf(type: string, brand: string | null = null): string {
  if (type === 'card' && brand !== null && card_brands.includes(brand)) return brand;
  return marks.has(type) ? type : 'unknown';
}

/** A mark beside its name, which a screen reader announces once. */
export const methodMark = (type: string, brand: string | null = null): Markup =>
  html`<img class="method-mark" src="/marks/${markOf(type, brand)}.svg" width="40" height="26" alt="">`;

/** A mark that a browser does not load while its button is hidden. */
export const lazyMark = (type: string): Markup =>
  html`<img class="method-mark" src="/marks/${markOf(type)}.svg" width="40" height="26" alt="" loading="lazy">`;

/** The picture of a mark; null for a name without one. */
export function markImage(name: string): string | null {
  const drawing = marks.get(name);
  if (!drawing) return null;
  const edge = html`<rect x=".5" y=".5" width="39" height="25" rx="4.5" fill="${drawing.ground}" stroke="#17201d" stroke-opacity=".16"/>`;
  const shapes = drawing.shapes.map(([color, path]) => html`<path fill="${color}" d="${path}"/>`);
  return render(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 26" width="40" height="26">${edge}${shapes}</svg>`);
}

/** Every page and every element shows a mark by its address, so that a browser loads it once. */
const headers = {
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** Registers the pictures of marks. */
export function registerMarks(server: FastifyInstance): void {
  for (const name of marks.keys())
    server.get(`/marks/${name}.svg`, (_, reply) => reply.headers(headers).type('image/svg+xml').send(markImage(name)));
}
