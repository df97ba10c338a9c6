import type { Page } from 'playwright-core';
import { invoiceOf, mailOf, portalPageOf, type Row, rows } from './rows.js';
import type { Shop } from './shop.js';

/** A page and what a payer does on it. */
export type Further = Row & {
  /** What the payer does before the picture. */
  readonly after?: (page: Page) => Promise<unknown>;
};

const addressOf = (name: string, shop: Shop): Promise<string> => {
  const found = rows.find((row) => row.name === name);
  if (!found) throw new Error(`The gallery has no page ${name}`);
  return found.address(shop);
};

const price_data = { currency: 'usd', product_data: { name: 'Coffee' }, unit_amount: 500 };
const coffee = [{ price_data, quantity: 1 }];

const linkOf = async (shop: Shop, params: object, then: object = {}): Promise<string> => {
  const { id, url } = await shop.post('/v1/payment_links', { line_items: coffee, ...params });
  await shop.post(`/v1/payment_links/${id}`, then);
  return url;
};

const fillCard = async (page: Page, number: string): Promise<void> => {
  await page.getByTestId('email').fill('jo@example.com');
  for (const [name, text] of Object.entries({ name: 'Jo Doe', number, exp: '12 / 40', cvc: '123' }))
    await page.getByTestId(name).first().fill(text);
  await page.getByTestId('submit').click();
};

const mail = (kind: string, says: object = {}): Further => ({
  ...{ name: `mail-${kind}`, title: `Mail: ${kind}` },
  address: (shop) => mailOf(shop, { kind, moment: 1_900_000_000, report: 'balance.summary.1', ...says }),
});

/** Pages that are not in the gallery: results, what a payer did wrong, and what is found no longer. */
export const further_rows: readonly Further[] = [
  {
    ...{ name: 'checkout-wrong', title: 'Checkout: fields that are not filled in', address: (shop) => addressOf('payment-link', shop) },
    after: (page) => page.getByTestId('submit').click(),
  },
  {
    ...{ name: 'checkout-declined', title: 'Checkout: a card that is declined' },
    address: (shop) => linkOf(shop, {}),
    after: async (page) => {
      await fillCard(page, '4000 0000 0000 0002');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    ...{ name: 'checkout-wallet', title: 'Checkout: the sheet of a wallet', address: (shop) => addressOf('checkout', shop) },
    after: async (page) => {
      await page.getByTestId('express-google_pay').click();
      await page.getByTestId('florin-wallet').getByRole('button', { name: /^Pay/ }).waitFor();
    },
  },
  {
    ...{ name: 'payment-link-thanks', title: 'Payment link: paid', once: true },
    address: (shop) => linkOf(shop, { after_completion: { type: 'hosted_confirmation' } }),
    after: async (page) => {
      await fillCard(page, '4242 4242 4242 4242');
      await page.getByTestId('submit').waitFor({ state: 'detached' });
    },
  },
  { name: 'payment-link-inactive', title: 'Payment link: inactive', address: (shop) => linkOf(shop, {}, { active: false }) },
  { name: 'invoice-paid', title: 'Invoice: paid', address: (shop) => invoiceOf(shop, { pay: true }) },
  ...['details', 'payment-methods/new', 'done'].map((page) => ({
    ...{ name: `portal-${page.replace('/', '-')}`, title: `Portal: ${page}`, address: (shop: Shop) => portalPageOf(shop, page) },
  })),
  {
    ...{ name: 'portal-cancel', title: 'Portal: cancel', address: (shop) => addressOf('portal', shop) },
    after: (page) => page.locator('a[href$="/cancel"]').first().click(),
  },
  { name: 'no-such-page', title: 'An address without a page', address: async ({ url }) => `${url}/invoice/unknown` },
  { name: 'sign-in', title: 'Sign-in', address: async ({ url }) => `${url}/dashboard` },
  { name: 'outbox', title: 'Outbox', address: async ({ url }) => `${url}/outbox` },
  { name: 'reference', title: 'Reference', address: async ({ url }) => `${url}/docs` },
  mail('receipt'),
  mail('failed'),
  mail('trial'),
  mail('invitation'),
  mail('password'),
  mail('report'),
  mail('refunded'),
];
