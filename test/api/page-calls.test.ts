import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { registerChallenge } from '../../src/pages/challenge/routes.js';
import { registerBuy } from '../../src/pages/checkout/buy-routes.js';
import { registerCheckout } from '../../src/pages/checkout/routes.js';
import { registerInvoice } from '../../src/pages/invoices/invoice-routes.js';
import { invoiceReader } from '../../src/pages/invoices/read-invoice.js';
import { registerReceipt } from '../../src/pages/invoices/receipt-routes.js';
import { registerPages } from '../../src/pages/kit/pages.js';
import { printer } from '../../src/pages/paper/printing.js';
import { registerPortal } from '../../src/pages/portal/routes.js';
import { finalInvoice } from '../support/billed.js';
import { must } from '../support/billing.js';
import { mug, sessionOf } from '../support/checkout.js';
import { apiOf } from '../support/invoice-site.js';
import { intentWithPage } from '../support/keyholders.js';
import { openPortalShop, sessionOf as portalSessionOf } from '../support/portal.js';
import { craft } from '../support/requests.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const calls: string[] = [];
const server = fastify();
const pages = {
  api: (request: Parameters<ReturnType<typeof apiOf>>[0]) => {
    calls.push(`${request.method} ${request.url.replace(/[?].*/, '').replace(/(_[\w]{20,})/g, '')}`);
    return apiOf(service.url)(request);
  },
  nonce: () => 'bm9uY2U=',
  public_url: () => service.url,
};
const scripts = { checkout: '/checkout.js', wallet: '/wallet.js' };
const fetching = (): never => {
  throw new Error('No page here has a logo');
};
registerPages(server, pages, (scope) => {
  const { print } = printer();
  registerBuy(scope, pages, scripts);
  registerChallenge(scope, pages);
  registerCheckout(scope, pages, scripts);
  registerInvoice(scope, pages, invoiceReader(fetching), print);
  registerPortal(scope, pages);
  registerReceipt(scope, pages, fetching, print);
});
afterAll(() => server.close());

/** The calls of the API that a page makes when it is opened. */
async function callsOf(url: string): Promise<string[]> {
  calls.length = 0;
  const { statusCode } = await server.inject({ method: 'GET', url: new URL(url).pathname });
  expect(statusCode).toBe(200);
  return [...calls];
}

const charged = async (shop: Client): Promise<string> => {
  const paid = { amount: 1000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, expand: ['latest_charge'] };
  const { latest_charge } = await must(shop.post('/v1/payment_intents', { ...paid, payment_method_types: ['card'] }));
  return latest_charge.receipt_url;
};

test.each<[string, string, (shop: Client) => Promise<string>]>([
  ['a checkout session', 'POST /v1/checkout/sessions/cs/look', async (shop) => (await sessionOf(shop)).url],
  [
    'a payment link',
    'POST /v1/payment_links/plink/look',
    async (shop) => (await must(shop.post('/v1/payment_links', { line_items: [mug] }))).url,
  ],
  [
    'the next action of an intent',
    'GET /v1/setup_intents/seti',
    async (shop) => `${service.url}/challenge/${(await intentWithPage(shop)).page_key.slice('page_'.length)}`,
  ],
  ['a receipt', 'GET /v1/charges/ch', charged],
  [
    'a portal session',
    'POST /v1/billing_portal/sessions/bps/look',
    async () => {
      const { url } = await portalSessionOf(await openPortalShop(service));
      const { headers } = await fetch(url, { redirect: 'manual' });
      return `${new URL(headers.get('location') ?? '', url).href}/home`;
    },
  ],
])('the page of %s gets all that it shows by one call of the API', async (_, call, address) => {
  expect(await callsOf(await address(service.client()))).toEqual([call]);
});

test('the page of an open invoice asks for the invoice and for its payment', async () => {
  const { hosted_invoice_url } = await finalInvoice(service.client(), [1000]);
  expect(await callsOf(hosted_invoice_url)).toEqual(['GET /v1/invoices/in', 'GET /v1/payment_intents/pi']);
});

test('only a page may expand the merchant', async () => {
  const shop = service.client();
  const { id, client_secret, page_key } = await intentWithPage(shop);
  const path = `/v1/setup_intents/${id}?expand[0]=merchant`;
  const { body } = await craft(service.port, { path, key: page_key });
  expect(body.merchant).toEqual((await craft(service.port, { path: '/v1/account', key: page_key })).body);
  for (const key of [shop.key, shop.publishable_key]) {
    const refused = await craft(service.port, { path: `${path}&client_secret=${client_secret}`, key });
    expect([refused.status, refused.body.error.param]).toEqual([400, 'expand']);
  }
});
