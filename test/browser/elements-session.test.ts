import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { type Tab, useBrowser } from '../support/browser.js';
import { mug } from '../support/checkout.js';
import { evaluated, fillPayment, openPage, useMerchant } from '../support/elements.js';
import { press } from '../support/payer.js';
import type { Answer, Client } from '../support/service.js';

const browser = useBrowser();
const merchant = useMerchant();

type Body = Answer['body'];
type Opened = { readonly tab: Tab; readonly client: Client; readonly session: Body };

/** A session of elements on the merchant's page, with a Payment Element that is ready. */
async function opened(params: (client: Client) => Promise<object> = async () => ({}), init = 'initCheckoutElementsSdk'): Promise<Opened> {
  const client = merchant.service.client();
  const session = await must(
    client.post('/v1/checkout/sessions', {
      line_items: [{ ...mug, adjustable_quantity: { enabled: true, maximum: 5 } }],
      mode: 'payment',
      return_url: `${merchant.url}/done?session_id={CHECKOUT_SESSION_ID}`,
      ui_mode: 'elements',
      ...(await params(client)),
    }),
  );
  const tab = await browser.tab();
  await openPage(
    tab,
    merchant,
    client,
    `window.checkout = stripe.${init}({ clientSecret: Promise.resolve('${session.client_secret}') });
     window.changes = 0;
     checkout.on('change', () => { changes += 1; });
     const element = checkout.createPaymentElement();
     const ready = new Promise((resolve) => element.on('ready', resolve));
     element.mount('#place');
     await ready;
     window.actions = (await checkout.loadActions()).actions;`,
  );
  return { tab, client, session };
}

const acted = (tab: Tab, call: string): Promise<Body> => evaluated(tab, `return await actions.${call}`);

test("a payer pays for a session on the merchant's page, where the total follows what they choose", async () => {
  const { tab, client, session } = await opened(async (shop) => {
    const coupon = await must(shop.post('/v1/coupons', { percent_off: 10, duration: 'once' }));
    await must(shop.post('/v1/promotion_codes', { promotion: { type: 'coupon', coupon: coupon.id }, code: 'LESS10' }));
    const price = await must(shop.post('/v1/prices', { currency: 'usd', unit_amount: 300, product_data: { name: 'Lid' } }));
    return { allow_promotion_codes: true, optional_items: [{ price: price.id, quantity: 1 }] };
  });
  const first = await acted(tab, 'getSession()');
  expect(first).toMatchObject({
    currency: 'usd',
    lineItems: [{ name: 'Mug', quantity: 1, unitAmount: { amount: '$10.00', minorUnitsAmount: 1000 } }],
    status: { type: 'open' },
    total: { total: { amount: '$10.00', minorUnitsAmount: 1000 } },
  });
  const { id: lineItem } = first.lineItems[0];
  expect(await acted(tab, `updateLineItemQuantity({ lineItem: '${lineItem}', quantity: 2 })`)).toMatchObject({
    type: 'success',
    session: { total: { total: { minorUnitsAmount: 2000 } } },
  });
  expect(await acted(tab, "applyPromotionCode('NONE')")).toMatchObject({ type: 'error', error: { code: 'invalidCode' } });
  expect(await acted(tab, "applyPromotionCode('LESS10')")).toMatchObject({
    session: { discountAmounts: [{ promotionCode: 'LESS10', minorUnitsAmount: 200 }], total: { total: { minorUnitsAmount: 1800 } } },
  });
  const { priceId } = first.optionalItems[0];
  expect(await acted(tab, `addOptionalLineItem('${priceId}')`)).toMatchObject({ session: { optionalItems: [{ isSelected: true }] } });
  expect(await acted(tab, `removeOptionalLineItem('${priceId}')`)).toMatchObject({ session: { optionalItems: [{ isSelected: false }] } });
  expect(await acted(tab, "updateEmail('nobody')")).toMatchObject({ type: 'error', error: { code: 'incompleteEmail' } });
  expect(await acted(tab, "updateEmail('jo@example.com')")).toMatchObject({ session: { email: 'jo@example.com' } });
  await fillPayment(tab);
  expect(await acted(tab, "confirm({ redirect: 'if_required' })")).toMatchObject({
    type: 'success',
    session: { status: { type: 'complete', paymentStatus: 'paid' } },
  });
  expect(await must(client.get(`/v1/checkout/sessions/${session.id}`))).toMatchObject({
    amount_total: 1800,
    customer_details: { email: 'jo@example.com' },
    status: 'complete',
  });
  expect(await evaluated(tab, 'return changes')).toBeGreaterThan(0);
});

test('a declined card leaves the session open', async () => {
  const { tab, client, session } = await opened();
  await acted(tab, "updateEmail('jo@example.com')");
  await fillPayment(tab, '4000000000000002');
  expect(await acted(tab, 'confirm()')).toMatchObject({
    type: 'error',
    error: { code: 'paymentFailed', paymentFailed: { declineCode: 'generic_decline' } },
  });
  expect((await must(client.get(`/v1/checkout/sessions/${session.id}`))).status).toBe('open');
});

test('a paid session redirects to its return_url', async () => {
  const { tab, session } = await opened();
  await acted(tab, "updateEmail('jo@example.com')");
  await fillPayment(tab);
  await evaluated(tab, 'void actions.confirm()');
  await tab.page.waitForURL(`${merchant.url}/done**`);
  expect(new URL(tab.page.url()).searchParams.get('session_id')).toBe(session.id);
});

test('a payer who authenticates at their bank comes back to the return_url of the session', async () => {
  const { tab, client, session } = await opened(undefined, 'initCheckout');
  await acted(tab, "updateEmail('jo@example.com')");
  await fillPayment(tab, '4000000000003220');
  await evaluated(tab, 'void actions.confirm()');
  await press(tab, 'Complete authentication');
  await tab.page.waitForURL(`${merchant.url}/done**`);
  expect(await must(client.get(`/v1/checkout/sessions/${session.id}`))).toMatchObject({ payment_status: 'paid', status: 'complete' });
});

test('a session of another mode is no checkout of elements', async () => {
  const client = merchant.service.client();
  const { client_secret } = await must(
    client.post('/v1/checkout/sessions', { line_items: [mug], mode: 'payment', return_url: merchant.url, ui_mode: 'embedded_page' }),
  );
  const tab = await browser.tab();
  await openPage(tab, merchant, client, `window.checkout = stripe.initCheckout({ fetchClientSecret: async () => '${client_secret}' });`);
  expect(await evaluated(tab, 'return await checkout.loadActions()')).toMatchObject({
    type: 'error',
    error: { message: expect.stringContaining('ui_mode=elements') },
  });
});
