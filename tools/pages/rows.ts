import { messageOf } from '../../src/delivery/mail/message.js';
import { checkout_rows, served } from './checkout-rows.js';
import type { Shop } from './shop.js';

/** A page that a payer meets: a row of the gallery. */
export type Row = {
  /** The name of its pictures. */
  readonly name: string;
  readonly title: string;
  /** What the payer's browser prefers; English, where nothing is said. */
  readonly language?: string;
  /** Its address opens once, so that each picture needs its own. */
  readonly once?: true;
  /** Makes what the page is about, and answers with its address. */
  readonly address: (shop: Shop) => Promise<string>;
};

/** An invoice of an amount, finalized. */
export const invoiceOf = async (shop: Shop, { pay }: { readonly pay?: true } = {}): Promise<string> => {
  const customer = (await shop.post('/v1/customers', { name: 'Jo Doe', email: 'jo@example.com' })).id;
  const invoice = (await shop.post('/v1/invoices', { customer, collection_method: 'send_invoice', days_until_due: 30 })).id;
  await shop.post('/v1/invoiceitems', { customer, invoice, amount: 12_900, currency: 'usd', description: 'Two tickets to the moon' });
  const { hosted_invoice_url } = await shop.post(`/v1/invoices/${invoice}/finalize`);
  if (pay) await shop.post(`/v1/invoices/${invoice}/pay`, { paid_out_of_band: true });
  return hosted_invoice_url;
};

const receiptOf = async (shop: Shop, params: object = {}): Promise<string> => {
  const paying = { amount: 12_900, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', payment_method_types: ['card'] };
  const described = { description: 'Order 1042: two tickets', receipt_email: 'jo@example.com' };
  const { latest_charge } = await shop.post('/v1/payment_intents', { ...paying, ...described, ...params });
  return (await shop.get(`/v1/charges/${latest_charge}`)).receipt_url;
};

const refundedOf = async (shop: Shop): Promise<string> => {
  const address = await receiptOf(shop);
  const { data } = await shop.get('/v1/charges?limit=1');
  await shop.post('/v1/refunds', { charge: data[0].id, amount: 4900 });
  return address;
};

const savingOf = async (shop: Shop): Promise<string> => {
  const card = { number: '4000000000003220', exp_month: 12, exp_year: 2040, cvc: '123' };
  const made = await shop.post('/v1/setup_intents', {
    ...{ confirm: true, payment_method_data: { type: 'card', card }, return_url: 'https://shop.example.com/done' },
  });
  return made.next_action.redirect_to_url.url;
};

const fundedOf = async (shop: Shop): Promise<string> => {
  const customer = (await shop.post('/v1/customers', { name: 'Jo Doe', email: 'jo@example.com' })).id;
  const bank_transfer = { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'DE' } };
  return shop.waiting('customer_balance', {
    ...{ customer, currency: 'eur', payment_method_data: { type: 'customer_balance' } },
    payment_method_options: { customer_balance: { funding_type: 'bank_transfer', bank_transfer } },
  });
};

/** A page of the portal, by the address of the visitor's session: its own opens once. */
const portalOf = async (shop: Shop, params: (subscription: string) => object = () => ({})): Promise<string> => {
  const paying = { payment_method: 'pm_card_visa' };
  const customer = (await shop.post('/v1/customers', { name: 'Jo Doe', email: 'jo@example.com', ...paying })).id;
  const product = (await shop.post('/v1/products', { name: 'Rocket club' })).id;
  const of = { product, currency: 'usd', recurring: { interval: 'month' } };
  const price = (await shop.post('/v1/prices', { ...of, unit_amount: 1900, nickname: 'Moon' })).id;
  const other = (await shop.post('/v1/prices', { ...of, unit_amount: 4900, nickname: 'Mars' })).id;
  const features = {
    ...{ invoice_history: { enabled: true }, payment_method_update: { enabled: true } },
    subscription_cancel: { enabled: true, cancellation_reason: { enabled: true, options: ['too_expensive', 'unused', 'other'] } },
    subscription_update: { enabled: true, default_allowed_updates: ['price'], products: [{ product, prices: [price, other] }] },
  };
  const configuration = (await shop.post('/v1/billing_portal/configurations', { features })).id;
  const subscription = (await shop.post('/v1/subscriptions', { customer, items: [{ price }] })).id;
  const { url } = await shop.post('/v1/billing_portal/sessions', { configuration, customer, ...params(subscription) });
  const { headers } = await fetch(url, { redirect: 'manual' });
  return new URL(headers.get('location') ?? '', url).href;
};

/** What the owner of a connected account is asked, by the platform of the gallery. */
const onboardingOf = async (shop: Shop): Promise<string> => {
  const { id } = await shop.post('/v1/accounts', {
    type: 'express',
    country: 'US',
    business_type: 'individual',
    capabilities: { transfers: { requested: true } },
  });
  const urls = { refresh_url: 'https://shop.example.com/again', return_url: 'https://shop.example.com/done' };
  return (await shop.post('/v1/account_links', { account: id, type: 'account_onboarding', ...urls })).url;
};

/** A page of a paying customer's portal. */
export const portalPageOf = async (shop: Shop, page: string): Promise<string> => (await portalOf(shop)).replace(/home$/, page);

/** A message as a mail program shows it, with the look of the gallery's business. */
export const mailOf = async (shop: Shop, says: object = {}): Promise<string> => {
  const { settings, business_profile } = await shop.get('/v1/account');
  const { name, support_email: email } = business_profile;
  const { html } = messageOf({
    ...{ kind: 'invoice', number: 'A1B2C3D4-0001', money: { amount: 12_900, currency: 'usd' }, locales: ['en'], livemode: true },
    ...{ to: 'jo@example.com', name: 'Jo Doe', url: `${shop.url}/invoice/abc`, paper: null },
    business: { name, email, color: settings.branding.primary_color, logo: null },
    ...says,
  });
  return served(html);
};

/** Every page of the gallery. A page that is new to payers gets a row here. */
export const rows: readonly Row[] = [
  ...checkout_rows,
  { name: 'three-d-secure', title: '3D Secure', address: (shop) => shop.waiting('card', {}) },
  { name: 'save-a-card', title: 'Saving a card', address: savingOf },
  { name: 'wallet', title: 'Wallet (GCash)', address: (shop) => shop.waiting('gcash', { currency: 'php' }) },
  {
    name: 'online-bank',
    title: 'Online bank (iDEAL), in Dutch',
    language: 'nl',
    address: (shop) => shop.waiting('ideal', { currency: 'eur' }),
  },
  {
    name: 'qr-code',
    title: 'QR code (Pix), in Portuguese',
    language: 'pt-BR',
    address: (shop) => shop.waiting('pix', { currency: 'brl' }),
  },
  {
    name: 'boleto',
    title: 'Voucher (boleto), in Portuguese',
    language: 'pt-BR',
    address: (shop) => shop.waiting('boleto', { currency: 'brl' }),
  },
  { name: 'oxxo', title: 'Voucher (OXXO), in Spanish', language: 'es-MX', address: (shop) => shop.waiting('oxxo', { currency: 'mxn' }) },
  {
    name: 'konbini',
    title: 'Voucher (konbini), in Japanese',
    language: 'ja',
    address: (shop) => shop.waiting('konbini', { currency: 'jpy' }),
  },
  { name: 'multibanco', title: 'Voucher (Multibanco)', address: (shop) => shop.waiting('multibanco', { currency: 'eur' }) },
  { name: 'spei', title: 'Transfer (SPEI), in Spanish', language: 'es-MX', address: (shop) => shop.waiting('spei', { currency: 'mxn' }) },
  { name: 'bank-transfer', title: 'Transfer in euros, in German', language: 'de', address: fundedOf },
  {
    name: 'right-to-left',
    title: 'Transfer to an account of one payment, in Arabic',
    language: 'ar',
    address: (shop) => shop.waiting('bank_transfer_id', { currency: 'idr' }),
  },
  { name: 'receipt', title: 'Receipt', address: (shop) => receiptOf(shop) },
  { name: 'receipt-refunded', title: 'Receipt after a refund, in French', language: 'fr', address: refundedOf },
  { name: 'invoice', title: 'Invoice', address: (shop) => invoiceOf(shop) },
  { name: 'mail', title: 'Mail with an invoice', address: (shop) => mailOf(shop) },
  { name: 'onboarding', title: 'Onboarding of a connected account', once: true, address: onboardingOf },
  { name: 'portal', title: 'Customer portal', address: (shop) => portalOf(shop) },
  {
    name: 'portal-change',
    title: 'Customer portal: another plan, in French',
    language: 'fr',
    address: (shop) =>
      portalOf(shop, (subscription) => ({ flow_data: { type: 'subscription_update', subscription_update: { subscription } } })),
  },
];
