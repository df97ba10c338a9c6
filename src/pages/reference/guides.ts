import { readFileSync } from 'node:fs';
import { html, type Markup } from '../kit/ui.js';
import { markdown } from './markdown.js';

/** The guides, in the order in which a reader meets them. Their names are files of `docs/guides`. */
export const guides = [
  { name: 'quick-start', title: 'Quick start' },
  { name: 'accept-a-payment', title: 'Accept a payment' },
  { name: 'save-a-card', title: 'Save a card' },
  { name: 'subscriptions', title: 'Subscriptions' },
  { name: 'marketplaces', title: 'Marketplaces' },
  { name: 'issuing', title: 'Issue cards' },
  { name: 'webhooks', title: 'Receive webhooks' },
  { name: 'testing', title: 'Test' },
  { name: 'going-live', title: 'Go live' },
  { name: 'operating', title: 'Operate' },
  { name: 'migrate-from-stripe', title: 'Move from Stripe' },
  { name: 'migrate-from-mocks', title: 'Move from stripe-mock or localstripe' },
] as const;

/** The name of a guide: the last part of its address. */
export type GuideName = (typeof guides)[number]['name'];

/** The address of a guide's page. */
export const guidePath = (name: GuideName): string => `/docs/guides/${name}`;

/** The text of a guide, with the address of this service in its samples. */
export const guideText = (name: GuideName, origin: string): string => {
  const text = readFileSync(new URL(`../../../docs/guides/${name}.md`, import.meta.url), 'utf8');
  const { hostname, port, protocol } = new URL(origin);
  const scheme = protocol.slice(0, -1);
  return text
    .replaceAll('http://127.0.0.1:12111', origin)
    .replaceAll(
      "host: '127.0.0.1', port: 12111, protocol: 'http'",
      `host: '${hostname}', port: ${port || (scheme === 'https' ? 443 : 80)}, protocol: '${scheme}'`,
    );
};

/** A guide as the content of a page. */
export const guidePage = (name: GuideName, origin: string): Markup =>
  html`<article class="guide">${markdown(guideText(name, origin))}</article>`;
