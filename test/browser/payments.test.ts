import { describe, expect, test } from 'vitest';
import { qrCode } from '../../src/pictures/qr.js';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { accountOf, advanceClock } from '../support/merchant.js';
import { factsOn, heading, press, statusOf, type Waiting, waitingFor, waitingPayment } from '../support/payer.js';
import { useShop } from '../support/shop.js';

const browser = useBrowser();
const place = useShop();

/** A payment by this type, or by a card with 3DS, and a tab on its page. */
async function opened(type: string, params: object = {}): Promise<{ payment: Waiting; tab: Tab }> {
  const returning = { return_url: `${place.shop.url}/done?basket=7`, ...params };
  const client = place.service.client();
  const payment = await (type === 'card' ? waitingPayment(client, returning) : waitingFor(client, type, returning));
  const tab = await browser.tab();
  await tab.page.goto(payment.page_url);
  return { payment, tab };
}

/** The shop's return address of a payer, in parts. */
async function arrivedAtShop({ page }: Tab): Promise<Record<string, string>> {
  await page.waitForURL(`${place.shop.url}/**`);
  return Object.fromEntries(new URL(page.url()).searchParams);
}

const returned = ({ id, client_secret }: Waiting, redirect_status: string): object => ({
  basket: '7',
  payment_intent: id,
  payment_intent_client_secret: client_secret,
  redirect_status,
});

describe.each([
  ['card', 'Confirm this payment', 'Complete authentication', 'succeeded', 'Fail authentication'],
  ['gcash', 'Approve this payment', 'Approve', 'succeeded', 'Refuse'],
  ['wechat_pay', 'Scan to pay', 'Approve', 'succeeded', 'Refuse'],
  ['pix', 'Scan to pay', 'Approve', 'succeeded', 'Refuse'],
  ['oxxo', 'Pay with this voucher', 'Simulate paying at the shop', 'processing', 'Let it expire'],
  ['bank_transfer_id', 'Transfer this amount', 'Simulate the transfer', 'processing', 'Fail the transfer'],
  ['sofort', 'Approve this payment', 'Approve', 'processing', 'Refuse'],
])('%s', (type, title, approve, approved, refuse) => {
  test.each([
    [approve, approved === 'processing' ? 'pending' : 'succeeded', approved],
    [refuse, 'failed', 'requires_payment_method'],
    ['Cancel and return', 'failed', 'requires_payment_method'],
  ])('"%s": the payer is back at the shop with redirect_status %s, and the payment is %s', async (button, redirect_status, status) => {
    const { payment, tab } = await opened(type);
    expect(await heading(tab)).toBe(title);
    await press(tab, button);
    expect(await arrivedAtShop(tab)).toEqual(returned(payment, redirect_status));
    expect(await statusOf(payment)).toBe(status);
    expectQuiet(tab.watched, place.service.url, place.shop.url);
  });

  test('every choice is reached with the keyboard alone, and the first one taken', async () => {
    const { payment, tab } = await opened(type);
    const reached: string[] = [];
    // Details to type in elsewhere come before the choices, and so do the buttons that copy them.
    const copying = await tab.page.locator('.told button').count();
    for (let stop = 0; stop < copying + 3; stop++) {
      await tab.page.keyboard.press('Tab');
      reached.push(await tab.page.evaluate<string>('document.activeElement.textContent'));
      expect(await tab.page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).not.toBe('none');
    }
    expect(reached.slice(copying)).toEqual([approve, refuse, 'Cancel and return']);
    await tab.page.keyboard.press('Shift+Tab');
    await tab.page.keyboard.press('Shift+Tab');
    await tab.page.keyboard.press('Enter');
    expect(await arrivedAtShop(tab)).toMatchObject({ payment_intent: payment.id });
    expect(await statusOf(payment)).toBe(approved);
  });

  test('the smallest phone shows the whole page in dark mode, with every picture drawn', async () => {
    const { tab } = await opened(type, { amount: 999_999 });
    const background = (): Promise<string> => tab.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await tab.page.emulateMedia({ colorScheme: 'light' });
    const light = await background();
    await tab.page.emulateMedia({ colorScheme: 'dark' });
    await tab.page.setViewportSize({ width: 320, height: 640 });
    expect(await background()).not.toBe(light);
    expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(await tab.page.evaluate('[...document.images].filter((each) => each.naturalWidth === 0).length')).toBe(0);
    expectQuiet(tab.watched, place.service.url);
  });
});

test('the page shows the amount, the business, the payment method and the description', async () => {
  const client = place.service.client();
  await client.post(`/v1/accounts/${await accountOf(client)}`, { business_profile: { name: 'Rocket Rides' } });
  const tab = await browser.tab();
  await tab.page.goto((await waitingPayment(client, { description: 'Order 1042' })).page_url);
  expect(await factsOn(tab)).toEqual({
    Amount: '$4,289.00',
    'Pay to': 'Rocket Rides',
    'Pay with': 'Visa ending in 3220',
    For: 'Order 1042',
  });
});

test('an authorization for a later capture counts as paid in the redirect', async () => {
  const { payment, tab } = await opened('card', { capture_method: 'manual' });
  await press(tab, 'Complete authentication');
  expect(await arrivedAtShop(tab)).toEqual(returned(payment, 'succeeded'));
  expect(await statusOf(payment)).toBe('requires_capture');
});

test('3DS in two steps: device data, then the challenge, then the shop', async () => {
  const payment_method_options = { card: { request_three_d_secure: 'any' } };
  const { payment, tab } = await opened('card', { payment_method_options });
  const step = async (): Promise<string> => (await payment.client.get(`/v1/payment_intents/${payment.id}`)).body.next_action?.type;
  expect(await step()).toBe('ddc_redirect');
  await press(tab, 'Complete authentication');
  await place.service.until(async () => (await step()) === 'challenge_redirect');
  await press(tab, 'Complete authentication');
  expect(await arrivedAtShop(tab)).toEqual(returned(payment, 'succeeded'));
});

test('without a return_url a delayed payment is shown as processing, now and on every later visit', async () => {
  const { payment, tab } = await opened('sofort', { return_url: undefined });
  await press(tab, 'Approve');
  await tab.page.getByRole('heading', { name: 'Payment processing' }).waitFor();
  await tab.page.goto(payment.page_url);
  expect(await heading(tab)).toBe('Payment processing');
  expectQuiet(tab.watched, place.service.url);
});

test('a QR code is answered on the phone that scanned it, and the page on the screen continues', async () => {
  const { payment, tab: screen } = await opened('wechat_pay');
  const code = await screen.page.getByRole('img', { name: 'QR code that opens this page on another device' }).getAttribute('src');
  expect(code).toBe(qrCode(payment.page_url).svg);
  const phone = await browser.tab();
  await phone.page.goto(payment.page_url);
  await press(phone, 'Approve');
  expect(await arrivedAtShop(phone)).toEqual(returned(payment, 'succeeded'));
  await screen.page.bringToFront();
  await screen.page.getByRole('link', { name: 'Continue here' }).click();
  await screen.page.getByRole('heading', { name: 'Already answered' }).waitFor();
  await screen.page.getByRole('link', { name: `Return to ${new URL(place.shop.url).host}` }).click();
  expect(await arrivedAtShop(screen)).toEqual(returned(payment, 'succeeded'));
  expectQuiet(screen.watched, place.service.url, place.shop.url);
});

test('a voucher has a bar code, its number in groups and its last day, and prints without its buttons', async () => {
  const { payment, tab } = await opened('oxxo', { amount: 123_456 });
  const { bar_code } = (await payment.client.get(`/v1/payment_intents/${payment.id}`)).body.next_action.oxxo_handle_redirect;
  const facts = await factsOn(tab);
  expect(facts).toMatchObject({ Amount: 'MX$1,234.56', 'Pay with': 'OXXO' });
  expect(facts['Voucher number']?.replaceAll(' ', '')).toBe(bar_code);
  const ends = await tab.page.locator('time').getAttribute('datetime');
  expect(Date.parse(ends ?? '')).toBeGreaterThan(place.service.now() + 2 * 86_400_000);
  await tab.page.emulateMedia({ media: 'print' });
  expect(await tab.page.getByRole('img', { name: 'Barcode of the voucher number' }).isVisible()).toBe(true);
  expect(await tab.page.getByRole('button', { name: 'Let it expire' }).isVisible()).toBe(false);
});

test('a voucher that expired by the clock can no longer be paid', async () => {
  const { payment, tab } = await opened('oxxo');
  await advanceClock(payment.client, 4 * 86_400);
  await place.service.until(async () => (await statusOf(payment)) === 'requires_payment_method');
  await press(tab, 'Simulate paying at the shop');
  await tab.page.getByRole('heading', { name: 'Already answered' }).waitFor();
  expect(await statusOf(payment)).toBe('requires_payment_method');
});

test('an answer that the page does not offer is refused', async () => {
  const { payment } = await opened('gcash');
  for (const outcome of ['expire', '', 'constructor']) {
    const body = new URLSearchParams({ outcome });
    expect((await fetch(payment.page_url, { method: 'POST', body, redirect: 'manual' })).status).toBe(404);
  }
  expect(await statusOf(payment)).toBe('requires_action');
});

test("hostile and right-to-left text stays text, under a policy that allows only Florin's style and script", async () => {
  const client = place.service.client();
  const name = '\u202e\u05e9\u05dc\u05d5\u05dd<img src=x onerror=document.title="owned">';
  await client.post(`/v1/accounts/${await accountOf(client)}`, { business_profile: { name } });
  const description = `</dd><script>document.title="owned"</script>${'\u0645'.repeat(200)}`;
  const { page_url } = await waitingFor(client, 'oxxo', { description });
  const tab = await browser.tab();
  const response = await tab.page.goto(page_url);
  expect(response?.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'nonce-([^']+)'; script-src 'nonce-\1'; img-src 'self' data:; form-action 'self'; /,
  );
  expect(await tab.page.title()).toBe('Pay with this voucher');
  expect(await tab.page.locator('[onerror], script:not([nonce])').count()).toBe(0);
  expect(await tab.page.locator('script').count()).toBe(1);
  expect((await factsOn(tab))['Pay to']).toBe(name);
  expectQuiet(tab.watched, place.service.url);
});
