import { describe, expect, test } from 'vitest';
import { type MailKind, mail_words } from '../../src/delivery/mail/mail-words.js';
import { type Kept, newestMails } from '../../src/delivery/mail/outbox.js';
import { mailed } from '../../src/delivery/mail/writing-of.js';
import { tenantOf } from '../../src/kernel/base/books.js';
import { languages } from '../../src/pages/paper/languages.js';
import { accountOf } from '../support/merchant.js';
import { made } from '../support/populate.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';
import { type ClockedShop, openClockedShop } from '../support/subscribed.js';

const service = await commonService();
const kinds = [...new Set(mailed.values())].sort();

/** Leads a shop's customers through every mail: invoices, a declined card, an authentication, the end of a trial and a renewal. */
async function meetAll({ client, clock, product, price, advance }: ClockedShop, of_customer: object): Promise<void> {
  const payer = (card: string) =>
    made(client, '/v1/customers', { email: 'jo@example.com', test_clock: clock, payment_method: card, ...of_customer });
  const recurring = await price(1900);
  const [good, refused, asked] = await Promise.all(
    ['pm_card_visa', 'pm_card_chargeCustomerFail', 'pm_card_authenticationRequired'].map(payer),
  );
  for (const { id: customer } of [good, refused, asked])
    await made(client, '/v1/subscriptions', { customer, items: [{ price: recurring }] });
  await made(client, '/v1/subscriptions', { customer: good.id, items: [{ price: recurring }], trial_period_days: 10 });
  await made(client, '/v1/invoiceitems', { customer: good.id, currency: 'usd', unit_amount_decimal: '500', description: product });
  const sent = { customer: good.id, collection_method: 'send_invoice', days_until_due: 30, pending_invoice_items_behavior: 'include' };
  await made(client, `/v1/invoices/${(await made(client, '/v1/invoices', sent)).id}/send`, {});
  const paying = { amount: 5000, currency: 'eur', confirm: true, off_session: true, payment_method: 'pm_card_visa' };
  const paid = await made(client, '/v1/payment_intents', {
    ...{ ...paying, customer: good.id, receipt_email: 'jo@example.com', payment_method_types: ['card'] },
  });
  await made(client, '/v1/refunds', { payment_intent: paid.id, amount: 1000 });
  await advance('2026-02-26');
}

type Told = Kept & { readonly kind: MailKind };

/** The mails, each with its kind. */
async function toldBy(client: Client): Promise<readonly Told[]> {
  const account = tenantOf(await accountOf(client), false);
  const kept = await newestMails(service.engine.database, account);
  return Promise.all(
    kept.map(async (mail) => ({ ...mail, kind: mailed.get((await client.get(`/v1/events/${mail.id}`)).body.type) ?? 'invoice' })),
  );
}

/** The values in a text at the placeholders of its template, by name; null where the text does not match the template. */
function placesIn(text: string, words: string): Readonly<Record<string, string>> | null {
  const exact = words
    .split(/\{(\w+)\}/g)
    .map((part, place) => (place % 2 ? `(?<${part}>.*?)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${exact.join('')}$`, 'm').exec(text)?.groups ?? (words.includes('{') || !text.includes(words) ? null : {});
}

describe.each(languages)('%s', (language) => {
  test.each([
    ['with names', { name: 'Jo' }, 'Rocket Rides'],
    ['without names', {}, null],
  ])('every mail of a subscription’s life fills all its placeholders, %s', async (_, of_customer, name) => {
    const shop = await openClockedShop(service, { at: '2026-02-01' });
    const { client } = shop;
    if (name) await made(client, `/v1/accounts/${await accountOf(client)}`, { business_profile: { name } });
    await meetAll(shop, { ...of_customer, preferred_locales: [language] });
    const mails = await service.until(async () => {
      const mails_sent = await toldBy(client);
      const renewals = mails_sent.filter(({ kind }) => kind === 'upcoming');
      return kinds.every((kind) => mails_sent.some((mail) => mail.kind === kind)) && renewals.length === 2 && mails_sent;
    });
    const words = mail_words[language];
    for (const { kind, subject, text } of mails) {
      const [greeting = '', body = ''] = text.split('\n\n');
      const said = [placesIn(subject.replace('[TEST] ', ''), words[kind].subject), placesIn(body, words[kind].body)];
      for (const places of said) {
        expect(places, `${kind}: ${subject} / ${body}`).not.toBeNull();
        for (const [name, value] of Object.entries(places ?? {})) expect([kind, name, value.trim()]).not.toEqual([kind, name, '']);
      }
      expect(greeting).toMatch(/\p{L}{2}/u);
    }
    const renewals = mails.filter(({ kind }) => kind === 'upcoming').map(({ text }) => text.split('\n\n')[1] ?? '');
    const { format } = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
    for (const day of [Date.UTC(2026, 1, 11), Date.UTC(2026, 2, 1)])
      expect(renewals.map((body) => placesIn(body, words.upcoming.body)?.date)).toContain(format(day));
  });
});
