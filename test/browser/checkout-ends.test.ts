import { expect, test } from 'vitest';
import { faults } from '../support/axe.js';
import { must } from '../support/billing.js';
import { useBrowser } from '../support/browser.js';
import { mug } from '../support/checkout.js';
import { send, shopSession, statusOf, thanksAt, typeCard, typePayer } from '../support/hosted.js';
import { accountOf } from '../support/merchant.js';
import { heading } from '../support/payer.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

test('a late payer sees that the session has expired, and starts again where the merchant allows it', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop, { after_expiration: { recovery: { enabled: true } } });
  const gone = await shopSession(service, shop);
  for (const { id } of [session, gone]) await must(shop.post(`/v1/checkout/sessions/${id}/expire`));
  const tab = await browser.tab();
  expect((await tab.page.goto(gone.url))?.status()).toBe(410);
  expect(await heading(tab)).toBe('This page has expired');
  expect(await tab.page.getByTestId('recover').count()).toBe(0);
  await tab.page.goto(session.url);
  expect(await faults(tab)).toEqual([]);
  await tab.page.getByTestId('recover').click();
  await tab.page.getByTestId('submit').waitFor();
  expect(tab.page.url()).not.toBe(session.url);
  await typePayer(tab);
  await typeCard(tab, '4242424242424242');
  await send(tab);
  await tab.page.waitForURL(`${service.url}/docs?thanks=cs_**`);
});

test('a payer who returns to a paid session sees it, and nothing is paid twice', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop);
  const [one, other] = [await browser.tab(), await browser.tab()];
  for (const tab of [one, other]) {
    await tab.page.goto(session.url);
    await typePayer(tab);
    await typeCard(tab, '4242424242424242');
  }
  await send(one);
  await one.page.waitForURL(thanksAt(service).replace('{CHECKOUT_SESSION_ID}', session.id));
  await send(other);
  await other.page.getByTestId('end-already').waitFor();
  expect(await faults(other)).toEqual([]);
  const { body } = await shop.get('/v1/charges', { payment_intent: (await statusOf(shop, session)).payment_intent });
  expect(body.data).toHaveLength(1);
});

test('a payment link is used twice, shows the merchant’s message, and ends at its limit', async () => {
  const shop = service.client();
  const price = await must(shop.post('/v1/prices', { currency: 'usd', unit_amount: 700, product_data: { name: 'Ticket' } }));
  const link = await must(
    shop.post('/v1/payment_links', {
      line_items: [{ price: price.id, quantity: 1 }],
      after_completion: { type: 'hosted_confirmation', hosted_confirmation: { custom_message: 'Bring it along.' } },
      restrictions: { completed_sessions: { limit: 2 } },
      inactive_message: 'All tickets are gone.',
    }),
  );
  const tab = await browser.tab();
  for (const email of ['ana@example.com', 'jo@example.com']) {
    await tab.page.goto(`${link.url}?prefilled_email=${encodeURIComponent(email)}&client_reference_id=seat-1`);
    expect(new URL(tab.page.url()).pathname).toMatch(/^\/buy\//);
    expect(await tab.page.getByTestId('email').inputValue()).toBe(email);
    await typePayer(tab, email);
    await typeCard(tab, '4242424242424242');
    await send(tab);
    await tab.page.getByTestId('end-paid').waitFor();
    expect(await tab.page.getByTestId('end-paid').textContent()).toContain('Bring it along.');
  }
  const { body } = await shop.get('/v1/checkout/sessions', { payment_link: link.id });
  expect(body.data.map((each: { client_reference_id: string }) => each.client_reference_id)).toEqual(['seat-1', 'seat-1']);
  expect((await tab.page.goto(link.url))?.status()).toBe(410);
  expect(await tab.page.getByTestId('end-inactive').textContent()).toContain('All tickets are gone.');
  expect(await faults(tab)).toEqual([]);
});

test('the page of a payment link is the same after a reload, and keeps a changed order', async () => {
  const shop = service.client();
  const adjustable_quantity = { enabled: true, maximum: 5 };
  const link = await must(shop.post('/v1/payment_links', { line_items: [{ ...mug, adjustable_quantity }] }));
  const { page } = await browser.tab();
  const total = (): Promise<string | null> => page.getByTestId('total').textContent();
  await page.goto(link.url);
  await page.reload();
  expect([page.url(), await total()]).toEqual([link.url, '$10.00']);
  await page.getByTestId('email').fill('jo@example.com');
  await page.getByTestId('quantity-0').fill('3');
  await page.getByTestId('update').click();
  await page.waitForURL(`${service.url}/checkout/**`);
  expect([await total(), await page.getByTestId('email').inputValue()]).toEqual(['$30.00', 'jo@example.com']);
  await page.reload();
  expect(await total()).toBe('$30.00');
  const { body } = await shop.get('/v1/checkout/sessions', { payment_link: link.id });
  expect(body.data).toHaveLength(1);
});

test('a payment link has a QR code, and no other address of Florin has', async () => {
  const shop = service.client();
  const price = await must(shop.post('/v1/prices', { currency: 'usd', unit_amount: 700, product_data: { name: 'Ticket' } }));
  const link = await must(shop.post('/v1/payment_links', { line_items: [{ price: price.id, quantity: 1 }] }));
  const svg = await fetch(`${link.url}/qr.svg`);
  expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await svg.text()).toMatch(/^<svg /);
  const png = await fetch(`${link.url}/qr.png`);
  expect([...new Uint8Array(await png.arrayBuffer()).slice(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
  const session = await shopSession(service, shop);
  const token = session.url.split('/').at(-1);
  for (const path of [`/buy/${token}`, `/buy/${token}/qr.svg`, '/buy/x/qr.png', `${new URL(link.url).pathname}x/qr.svg`])
    expect([path, (await fetch(`${service.url}${path}`)).status]).toEqual([path, 404]);
});

test('an address that is unsigned, altered, or signed for another object is not found', async () => {
  const shop = service.client();
  const [one, other] = [await shopSession(service, shop), await shopSession(service, shop)];
  const price = await must(shop.post('/v1/prices', { currency: 'usd', unit_amount: 700, product_data: { name: 'Ticket' } }));
  const link = await must(shop.post('/v1/payment_links', { line_items: [{ price: price.id, quantity: 1 }] }));
  const [signed = '', of_other = '', of_link = ''] = [one, other, link].map(({ url }) => url.split('/').at(-1));
  const [payload = ''] = signed.split('.');
  const [, mac_of_other = ''] = of_other.split('.');
  expect((await fetch(`${service.url}/checkout/${signed}`)).status).toBe(200);
  for (const token of ['x', payload, `${payload}.`, `${payload}.${mac_of_other}`, signed.slice(0, -2), of_link])
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${service.url}/checkout/${token}`, { method });
      expect([method, token, answer.status]).toEqual([method, token, 404]);
    }
});

const hostile = '"><img src=x onerror=document.title="run"><script>document.title="run"</script>\u202e';

test('text of a merchant or a payer is shown as text, and never runs', async () => {
  const shop = service.client();
  await must(shop.post(`/v1/accounts/${await accountOf(shop)}`, { business_profile: { name: hostile.slice(0, 60) } }));
  const session = await shopSession(service, shop, {
    line_items: [{ ...mug, price_data: { ...mug.price_data, product_data: { name: hostile } } }],
    custom_text: {
      submit: { message: `${hostile} [run](javascript:document.title="run") [fine](https://example.com/"onclick="x)` },
      terms_of_service_acceptance: { message: hostile },
    },
    consent_collection: { terms_of_service: 'required' },
    custom_fields: [
      { key: 'a', label: { custom: '"><script>top.x=1</script>', type: 'custom' }, type: 'text' },
      {
        key: 'b',
        label: { custom: 'B', type: 'custom' },
        type: 'dropdown',
        dropdown: { options: [{ label: '</select><script>1</script>', value: '"><i>' }] },
      },
    ],
  });
  const [tab, plain] = [await browser.tab(), await browser.plainTab()];
  for (const { page, watched } of [tab, plain]) {
    await page.goto(session.url);
    await page.getByTestId('email').fill(`${hostile}@x`);
    await page.getByTestId('name').fill(hostile);
    await page.getByTestId('submit').click();
    await page.getByTestId('fault-number').waitFor();
    expect(await page.getByTestId('name').inputValue()).toBe(hostile);
    expect(await page.title()).not.toBe('run');
    expect(await page.locator('img[src=x], a[href^="javascript"], [onclick], [onerror]').count()).toBe(0);
    expect(watched.complaints.filter((each) => !/400/.test(each))).toEqual([]);
  }
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])('no payer is redirected to %s', async (address) => {
  const shop = service.client();
  const refused = await shop.post('/v1/checkout/sessions', { line_items: [mug], mode: 'payment', success_url: address });
  if (refused.status === 400) return;
  const tab = await browser.tab();
  await tab.page.goto(refused.body.url);
  await typePayer(tab);
  await typeCard(tab, '4242424242424242');
  await send(tab);
  await tab.page.getByTestId('end-paid').waitFor();
  expect(await tab.page.getByTestId('go-on').count()).toBe(0);
});

test('a form leads to the session’s own addresses and nowhere else, and no address in a request changes that', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop);
  const answer = await fetch(`${session.url}?success_url=https://evil.example&return_url=https://evil.example`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src 'none'/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  expect(policy).not.toMatch(/unsafe|evil/);
  expect(await answer.text()).not.toContain('evil.example');
  const sent = await fetch(session.url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      do: 'pay',
      method: 'card',
      email: 'jo@example.com',
      name: 'Jo',
      number: '4242424242424242',
      exp: '12/34',
      cvc: '123',
      success_url: 'https://evil.example',
    }),
  });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${service.url}/docs?thanks=${session.id}`]);
});
