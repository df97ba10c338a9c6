import { expect, test } from 'vitest';
import { type Tab, useBrowser } from '../support/browser.js';
import { evaluated, openPage, useMerchant } from '../support/elements.js';
import type { Client } from '../support/service.js';

const browser = useBrowser();
const merchant = useMerchant();

type Session = { readonly id: string; readonly client_secret: string };

/** A checkout session in a frame of the merchant's page. */
async function embedded(params: object): Promise<{ tab: Tab; client: Client; session: Session }> {
  const client = merchant.service.client();
  const price_data = { currency: 'usd', unit_amount: 1850, product_data: { name: 'A tin of tea' } };
  const { body, text } = await client.post('/v1/checkout/sessions', {
    mode: 'payment',
    ui_mode: 'embedded_page',
    line_items: [{ quantity: 1, price_data }],
    ...params,
  });
  if (!body?.client_secret) throw new Error(text);
  const tab = await browser.tab();
  await openPage(
    tab,
    merchant,
    client,
    `window.completed = 0;
     const fetchClientSecret = async () => '${body.client_secret}';
     window.checkout = await stripe.createEmbeddedCheckoutPage({ fetchClientSecret, onComplete: () => { completed += 1; } });
     checkout.mount('#place');`,
  );
  return { tab, client, session: body };
}

async function pay(tab: Tab): Promise<void> {
  const frame = tab.page.frameLocator('iframe[title="Checkout"]');
  await frame.getByLabel('Email').fill('jo@example.com');
  await frame.getByLabel('Card number').fill('4242424242424242');
  await frame.getByLabel(/^(Expiration|Expiry|Expires)/).fill('12 / 34');
  await frame
    .getByLabel(/CVC|code/i)
    .first()
    .fill('123');
  await frame.getByLabel(/name/i).first().fill('Jo Weber');
  await frame.getByRole('button', { name: /^Pay/ }).click();
}

test("a session in a frame is paid on the merchant's page, which gets onComplete, and the payer stays", async () => {
  const { tab, client, session } = await embedded({ redirect_on_completion: 'never' });
  await pay(tab);
  await tab.page.waitForFunction('completed > 0');
  expect((await client.get(`/v1/checkout/sessions/${session.id}`)).body).toMatchObject({ status: 'complete', payment_status: 'paid' });
  expect(new URL(tab.page.url()).origin).toBe(merchant.url);
  await evaluated(tab, 'checkout.destroy()');
  expect(await tab.page.locator('iframe[title="Checkout"]').count()).toBe(0);
});

test('a session in a frame with a return_url redirects the whole page there', async () => {
  const { tab, session } = await embedded({ return_url: `${merchant.url}/done?session_id={CHECKOUT_SESSION_ID}` });
  await pay(tab);
  await tab.page.waitForURL(`${merchant.url}/done**`);
  expect(new URL(tab.page.url()).searchParams.get('session_id')).toBe(session.id);
});

test('a client secret that opens no session is reported as invalid', async () => {
  const client = merchant.service.client();
  await client.get('/v1/account');
  const tab = await browser.tab();
  await openPage(tab, merchant, client, '');
  const said = await evaluated(
    tab,
    `return await stripe.initEmbeddedCheckout({ clientSecret: 'cs_test_1_secret_2' }).catch(({ message }) => message)`,
  );
  expect(said).toEqual(expect.stringContaining('cs_test_1'));
});

test("a shop's page with the id of a session redirects its payer to the page of the session, and to none of another account", async () => {
  const client = merchant.service.client();
  const price_data = { currency: 'usd', unit_amount: 1850, product_data: { name: 'A tin of tea' } };
  const line_items = [{ quantity: 1, price_data }];
  const { body: session } = await client.post('/v1/checkout/sessions', {
    mode: 'payment',
    success_url: 'https://shop.example/',
    line_items,
  });
  const tab = await browser.tab();
  await openPage(tab, merchant, client, `void stripe.redirectToCheckout({ sessionId: '${session.id}' });`);
  await tab.page.waitForURL(`${merchant.service.url}/checkout/**`);
  expect(tab.page.url()).not.toBe(session.url);
  expect(await tab.page.getByTestId('line-item').textContent()).toContain('A tin of tea');
  const status = async (key: string, id = session.id): Promise<number> =>
    (await fetch(`${merchant.service.url}/pay/${id}?key=${key}`)).status;
  expect(await status(client.publishable_key)).toBe(200);
  const stranger = merchant.service.client();
  await stranger.get('/v1/account');
  expect(await status(stranger.publishable_key)).toBe(404);
  expect(await status(client.key)).toBe(404);
  expect(await status('pk_test_')).toBe(404);
  expect(await status(client.publishable_key, '..%2Fv1')).toBe(404);
});
