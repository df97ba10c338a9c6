import { expect, test } from 'vitest';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { type Client, card } from '../support/service.js';
import { useShop } from '../support/shop.js';

const browser = useBrowser();
const place = useShop();

const three_d_secure_card = '4000000000003220';

type Waiting = { readonly client: Client; readonly id: string; readonly client_secret: string; readonly page_url: string };

/** An intent that waits for its payer, and the address of the payer's page. */
async function waiting(params: object = {}): Promise<Waiting> {
  const client = place.service.client();
  const given = { confirm: true, payment_method_data: card(three_d_secure_card), return_url: `${place.shop.url}/done?basket=7`, ...params };
  const { body } = await client.post('/v1/setup_intents', given);
  expect(body).toMatchObject({ status: 'requires_action' });
  const member = body.next_action[body.next_action.type];
  return { client, id: body.id, client_secret: body.client_secret, page_url: member.url };
}

const statusOf = async ({ client, id }: Waiting): Promise<string> => (await client.get(`/v1/setup_intents/${id}`)).body.status;

/** The shop's return address of a payer, in parts. */
async function arrivedAtShop({ page }: Tab): Promise<Record<string, string>> {
  await page.waitForURL(`${place.shop.url}/**`);
  const { searchParams } = new URL(page.url());
  return Object.fromEntries(searchParams);
}

const press = ({ page }: Tab, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

const heading = ({ page }: Tab): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();

const choices = [
  ['Complete authentication', 'succeeded', 'succeeded'],
  ['Fail authentication', 'failed', 'requires_payment_method'],
  ['Cancel and return', 'failed', 'requires_payment_method'],
] as const;

test.each(choices)(
  '3DS, "%s": the payer is back at the shop with redirect_status %s, and the intent is %s',
  async (button, redirect_status, status) => {
    const intent = await waiting();
    const tab = await browser.tab();
    await tab.page.goto(intent.page_url);
    await press(tab, button);
    expect(await arrivedAtShop(tab)).toEqual({
      basket: '7',
      setup_intent: intent.id,
      setup_intent_client_secret: intent.client_secret,
      redirect_status,
    });
    expect(await statusOf(intent)).toBe(status);
    expectQuiet(tab.watched, place.service.url, place.shop.url);
  },
);

test('3DS in two steps: device data, then the challenge, then the shop', async () => {
  const intent = await waiting({
    payment_method_data: card('4111111111111111'),
    payment_method_options: { card: { request_three_d_secure: 'any' } },
  });
  const step = async (): Promise<string> => (await intent.client.get(`/v1/setup_intents/${intent.id}`)).body.next_action?.type;
  const tab = await browser.tab();
  expect(await step()).toBe('ddc_redirect');
  await tab.page.goto(intent.page_url);
  await press(tab, 'Complete authentication');
  await place.service.until(async () => (await step()) === 'challenge_redirect');
  await press(tab, 'Complete authentication');
  expect(await arrivedAtShop(tab)).toMatchObject({ setup_intent: intent.id, redirect_status: 'succeeded' });
  expect(await statusOf(intent)).toBe('succeeded');
  expectQuiet(tab.watched, place.service.url, place.shop.url);
});

test.each([
  ['Approve', 'succeeded', 'succeeded'],
  ['Refuse', 'failed', 'requires_payment_method'],
] as const)('a wallet, "%s": redirect_status %s, and the intent is %s', async (button, redirect_status, status) => {
  const intent = await waiting({ payment_method_data: { type: 'gcash' } });
  const tab = await browser.tab();
  await tab.page.goto(intent.page_url);
  expect(await heading(tab)).toBe('Save GCash for later payments');
  await press(tab, button);
  expect(await arrivedAtShop(tab)).toMatchObject({ setup_intent: intent.id, redirect_status });
  expect(await statusOf(intent)).toBe(status);
  expectQuiet(tab.watched, place.service.url, place.shop.url);
});

test('without a return_url the page itself shows the result', async () => {
  const intent = await waiting({ return_url: undefined });
  const tab = await browser.tab();
  await tab.page.goto(intent.page_url);
  await press(tab, 'Complete authentication');
  await tab.page.getByRole('heading', { name: 'Approved' }).waitFor();
  expect(await statusOf(intent)).toBe('succeeded');
  expectQuiet(tab.watched, place.service.url);
});

test('a page opened twice is answered once; the other tab shows it, and a reload too', async () => {
  const intent = await waiting();
  const [first, second] = [await browser.tab(), await browser.tab()];
  await first.page.goto(intent.page_url);
  await second.page.goto(intent.page_url);
  await press(first, 'Complete authentication');
  await arrivedAtShop(first);
  await press(second, 'Fail authentication');
  await second.page.getByRole('heading', { name: 'Already answered' }).waitFor();
  await second.page.goto(intent.page_url);
  expect(await heading(second)).toBe('Already answered');
  expect(await statusOf(intent)).toBe('succeeded');
});

test('a forged address and one of an earlier attempt are not found', async () => {
  const intent = await waiting();
  const tab = await browser.tab();
  const other = await waiting();
  const [payload = '', signature = ''] = intent.page_url.split('/').at(-1)?.split('.') ?? [];
  const forged = [
    `${payload}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    `${other.page_url.split('/').at(-1)?.split('.')[0]}.${signature}`,
    'x',
  ];
  const { client, id } = intent;
  await client.post(`/v1/setup_intents/${id}/confirm`, {
    payment_method_data: card(three_d_secure_card),
    return_url: `${place.shop.url}/done`,
  });
  for (const address of [...forged.map((token) => `${place.service.url}/challenge/${token}`), intent.page_url]) {
    expect((await tab.page.goto(address))?.status()).toBe(404);
    expect(await heading(tab)).toBe('Page not found');
  }
  expect([await statusOf(intent), await statusOf(other)]).toEqual(['requires_action', 'requires_action']);
});

test('an answer to an outdated page changes nothing', async () => {
  const intent = await waiting();
  const tab = await browser.tab();
  await tab.page.goto(intent.page_url);
  await intent.client.post(`/v1/setup_intents/${intent.id}/confirm`, { payment_method_data: card(three_d_secure_card) });
  await press(tab, 'Complete authentication');
  await tab.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(await statusOf(intent)).toBe('requires_action');
});
