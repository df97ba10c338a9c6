import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { parseFormBody } from '../../src/api/bodies/form.js';
import { registerInvoice } from '../../src/pages/invoices/invoice-routes.js';
import { type Merchant, merchantOn } from '../../src/pages/kit/merchant.js';
import { type Api, registerPages } from '../../src/pages/kit/pages.js';
import type { InvoicePaper } from '../../src/pages/paper/invoice-paper.js';
import { type Print, printer } from '../../src/pages/paper/printing.js';
import { openInvoice } from './invoice-papers.js';
import { accountOf } from './merchant.js';
import type { Client, TestService } from './service.js';

/** The pages of a test's invoices, paid by payments of a service. */
export type InvoiceSite = {
  readonly url: string;
  /** The address of an invoice's page, and the payment that pays it. */
  open(paper?: Partial<InvoicePaper>, intent?: object | null): Promise<{ client: Client; id: string; page_url: string }>;
  /** Changes the shown invoice. */
  change(page_url: string, changes: Partial<InvoicePaper>): void;
  stop(): Promise<void>;
};

const shop: Merchant = {
  ...{ name: 'Rocket Rides', logo: null, icon: null, color: null, secondary_color: null, url: null, country: 'US' },
  support: { email: null, phone: null, url: null, address: null },
};

type Hosted = { paper: InvoicePaper; readonly merchant: Merchant; client_secret: string | null };

/** Opens such a site, with its own printer. */
export async function openInvoiceSite(service: TestService, print: Print = printer().print): Promise<InvoiceSite> {
  const hosted = new Map<string, Hosted>();
  const server = fastify();
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, parseFormBody(body as Buffer)),
  );
  let url = '';
  const pages = { api: apiOf(service.url), nonce: () => 'bm9uY2U=', public_url: () => url };
  registerPages(server, pages, (scope) => registerInvoice(scope, pages, async (_, token) => hosted.get(token) ?? null, print));
  await server.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return {
    url,
    open: async (changes = {}, intent = {}) => {
      const client = service.client();
      const paper = openInvoice({ livemode: false, ...changes });
      const { amount_remaining: amount, currency } = paper;
      const made = intent && (await client.post('/v1/payment_intents', { amount, currency, payment_method_types: ['card'], ...intent }));
      if (made && made.status !== 200) throw new Error(made.text);
      const id = `in_${hosted.size}`;
      const signed = service.engine.pageUrl('invoice', `${await accountOf(client)}_test`, { object: 'invoice', id }, id);
      const token = signed.split('/').at(-1) ?? '';
      hosted.set(token, { paper, merchant: merchantOn(paper, null, shop), client_secret: made?.body.client_secret ?? null });
      return { client, id: made?.body.id, page_url: `${url}/invoice/${token}` };
    },
    change: (page_url, changes) => {
      const one = hosted.get(page_url.split('/').at(-1) ?? '');
      if (one) one.paper = { ...one.paper, ...changes };
    },
    stop: async () => {
      server.server.closeAllConnections();
      await server.close();
    },
  };
}

/** The public API of a service for pages that are registered elsewhere. */
export const apiOf =
  (origin: string): Api =>
  async ({ method, url, token, ...asking }) => {
    const headers = { authorization: `Bearer page_${token}`, 'content-type': 'application/json' };
    const body = 'body' in asking && asking.body ? { body: JSON.stringify(asking.body) } : {};
    const answer = await fetch(`${origin}${url}`, { method, headers, ...body });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, retry_after_seconds: null };
  };
