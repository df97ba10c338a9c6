import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { mug } from '../support/checkout.js';
import { useMerchant } from '../support/elements.js';

const browser = useBrowser();
const merchant = useMerchant('embedded.jsx');

test('EmbeddedCheckoutProvider of @stripe/react-stripe-js is paid in strict mode, is taken away, and comes back', async () => {
  const client = merchant.service.client();
  const session = await must(
    client.post('/v1/checkout/sessions', {
      ...{ ui_mode: 'embedded', mode: 'payment', line_items: [mug], payment_method_types: ['card'], redirect_on_completion: 'never' },
    }),
  );
  const tab = await browser.tab();
  const { page } = tab;
  const asked = new URLSearchParams({ page: 'embedded.jsx', key: client.publishable_key, client_secret: session.client_secret });
  await page.goto(`${merchant.url}/shop?${asked}`);
  const frames = page.locator('iframe[name="florin-checkout"]');
  const checkout = page.frameLocator('iframe[name="florin-checkout"]');
  await checkout.getByTestId('submit').waitFor();
  expect(await frames.count()).toBe(1);
  await page.getByRole('button', { name: 'Hide' }).click();
  await frames.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show' }).click();
  const fields = { email: 'jo@example.com', name: 'Jo Doe', number: '4242424242424242', exp: '12 / 34', cvc: '123' };
  for (const [name, text] of Object.entries(fields)) await checkout.getByTestId(name).fill(text);
  await checkout.getByTestId('submit').click();
  await page.getByText('Thank you', { exact: true }).waitFor();
  expect((await client.get(`/v1/checkout/sessions/${session.id}`)).body).toMatchObject({ status: 'complete', payment_status: 'paid' });
  expectQuiet(tab.watched, merchant.service.url, merchant.url);
});
