import { describe, expect, test } from 'vitest';
import { faultsInBothModes } from '../support/axe.js';
import { must } from '../support/billing.js';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { dashboardOf, heading, menu, pick, rowsOf, submit, table } from '../support/dashboard.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();
const signedIn = dashboardOf(browser, service);

const customerOf = async (client: Client): Promise<string> =>
  (
    await must(
      client.post('/v1/customers', {
        ...{ name: 'Jenny Rosen', email: 'jenny@example.com', payment_method: 'pm_card_visa' },
        invoice_settings: { default_payment_method: 'pm_card_visa' },
      }),
    )
  ).id;

const priceOf = async (client: Client, unit_amount: number, name = 'Gold'): Promise<string> =>
  (await must(client.post('/v1/prices', { currency: 'usd', unit_amount, recurring: { interval: 'month' }, product_data: { name } }))).id;

describe('customers and billing', () => {
  test('a customer is created, found by name, edited and deleted', async () => {
    const client = service.client();
    const { page, watched } = await signedIn(client, '/customers');
    await page.getByRole('button', { name: 'Create customer' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Jenny Rosen');
    await page.getByLabel('E-mail').fill('jenny@example.com');
    await page.getByRole('combobox', { name: 'Metadata' }).fill('plan=gold');
    await page.keyboard.press('Enter');
    await submit(page, 'Create customer');
    await expect.poll(() => heading(page).textContent()).toBe('Jenny Rosen');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Phone').fill('+1 555 010 0199');
    await submit(page, 'Edit');
    await page.getByText('+1 555 010 0199').waitFor();
    expect((await must(client.get('/v1/customers'))).data).toMatchObject([
      { name: 'Jenny Rosen', email: 'jenny@example.com', phone: '+1 555 010 0199', metadata: { plan: 'gold' } },
    ]);
    await page.getByRole('link', { name: 'Customers' }).first().click();
    await page.getByRole('searchbox').fill('rosen');
    await page.keyboard.press('Enter');
    await expect.poll(() => rowsOf(page, 'Customers')).toBe(1);
    await table(page, 'Customers').getByRole('link', { name: 'Jenny Rosen' }).click();
    await menu(page, 'Delete');
    await page.getByText('Nothing here yet').waitFor();
    expectQuiet(watched, service.url);
  });

  test('the API refuses an address at its field, and the same form is sent again', async () => {
    const { page } = await signedIn(service.client(), '/customers');
    await page.getByRole('button', { name: 'Create customer' }).click();
    await page.getByLabel('E-mail').fill('not an address');
    await submit(page, 'Create customer');
    await page.getByLabel('E-mail').and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByLabel('E-mail').fill('jo@example.com');
    await submit(page, 'Create customer');
    await expect.poll(() => heading(page).textContent()).toBe('jo@example.com');
  });

  test('a subscription is created, changed with a preview, paused, resumed and canceled', async () => {
    const client = service.client();
    const customer = await customerOf(client);
    const price = await priceOf(client, 1500);
    const dearer = await priceOf(client, 4500, 'Platinum');
    const { page } = await signedIn(client, '/subscriptions');
    await page.getByRole('button', { name: 'Create subscription' }).click();
    await pick(page, 'Customer', customer);
    await pick(page, 'Price', price);
    await submit(page, 'Create subscription');
    await expect.poll(() => heading(page).textContent()).toBe('$15.00 every month');
    await page.getByRole('button', { name: 'Change' }).click();
    await pick(page, 'Price', dearer);
    await page.getByLabel('Proration').selectOption('always_invoice');
    await page.getByRole('region', { name: 'Preview' }).getByText('$30.00', { exact: true }).waitFor();
    await submit(page, 'Change');
    await page.getByText('The subscription was changed.').waitFor();
    await expect.poll(() => heading(page).textContent()).toBe('$45.00 every month');
    await page.getByRole('button', { name: 'Pause collection' }).click();
    await submit(page, 'Pause collection');
    await page.getByRole('button', { name: 'Resume collection' }).click();
    await page.getByRole('button', { name: 'Pause collection' }).waitFor();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByLabel('When').selectOption('now');
    await submit(page, 'Cancel subscription');
    const found = async () => (await must(client.get('/v1/subscriptions', { status: 'all' }))).data;
    await expect.poll(async () => (await found())[0].status).toBe('canceled');
    expect(await found()).toMatchObject([{ customer, items: { data: [{ price: { id: dearer } }] } }]);
  });

  test('an invoice receives an item, is finalized and paid, and a credit note with a preview refunds a part', async () => {
    const client = service.client();
    const customer = await customerOf(client);
    const { page } = await signedIn(client, '/invoices');
    await page.getByRole('button', { name: 'Create invoice' }).click();
    await pick(page, 'Customer', customer);
    await submit(page, 'Create invoice');
    await menu(page, 'Add item', async (dialog) => {
      await dialog.getByLabel('Description').fill('A chair');
      await dialog.getByLabel('Amount in USD').fill('80');
    });
    await expect.poll(() => rowsOf(page, 'Lines')).toBe(1);
    await page.getByRole('button', { name: 'Finalize' }).click();
    await submit(page, 'Finalize');
    await page.getByRole('button', { name: 'Charge customer' }).click();
    await page.getByText('Paid', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Create credit note' }).click();
    await page.getByLabel('Amount in USD').fill('30');
    await page.getByRole('region', { name: 'Preview' }).getByText('$30.00').first().waitFor();
    await submit(page, 'Credit $30.00');
    await page.getByText('Issued', { exact: true }).waitFor();
    const { data } = await must(client.get('/v1/credit_notes'));
    expect(data).toMatchObject([{ total: 3000, refund: expect.stringMatching(/^re_/) }]);
  });

  test('a product with a price becomes a payment link with a QR code, and a coupon a promotion code', async () => {
    const client = service.client();
    const { page } = await signedIn(client, '/products');
    await page.getByRole('button', { name: 'Create product' }).click();
    await page.getByLabel('Name').fill('Gold');
    await page.getByLabel('Amount in USD').fill('15');
    await page.getByLabel('Interval', { exact: true }).selectOption('month');
    await submit(page, 'Create product');
    await expect.poll(() => heading(page).textContent()).toBe('Gold');
    await table(page, 'Prices').getByRole('link', { name: '$15.00 every month' }).click();
    await page.getByRole('button', { name: 'Create payment link' }).click();
    await page.getByRole('img', { name: 'QR code of the address' }).waitFor();
    const { data } = await must(client.get('/v1/payment_links'));
    expect(await page.getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe(data[0].url);
    await page.goto(`${service.url}/dashboard/coupons`);
    await page.getByRole('button', { name: 'Create coupon' }).click();
    await page.getByLabel('Percent off').fill('20');
    await submit(page, 'Create coupon');
    await page.getByRole('button', { name: 'Create promotion code' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill('SPRING');
    await submit(page, 'Create promotion code');
    await expect.poll(() => heading(page).textContent()).toBe('SPRING');
  });
});

describe('time, money and cards', () => {
  test('a test clock renews the subscription of its customer', async () => {
    const client = service.client();
    const { page } = await signedIn(client, '/test-clocks');
    await page.getByRole('button', { name: 'Create test clock' }).click();
    await page.getByLabel('Name').fill('Renewals');
    await page.getByLabel('Begins at').fill('2027-05-01T12:00');
    await submit(page, 'Create test clock');
    await expect.poll(() => heading(page).textContent()).toBe('Renewals');
    const [clock] = (await must(client.get('/v1/test_helpers/test_clocks'))).data;
    const { id: customer } = await must(client.post('/v1/customers', { test_clock: clock.id, payment_method: 'pm_card_visa' }));
    const { id: card } = (await must(client.get(`/v1/customers/${customer}/payment_methods`))).data[0];
    const price = await priceOf(client, 1500);
    await must(client.post('/v1/subscriptions', { customer, default_payment_method: card, items: [{ price }] }));
    await page.getByRole('button', { name: 'Advance' }).click();
    await page.getByLabel('Advance to').fill('2027-06-02T12:00');
    await submit(page, 'Advance');
    await page.getByText('Ready', { exact: true }).waitFor();
    await expect.poll(async () => (await must(client.get('/v1/invoices', { customer }))).data.length).toBe(2);
  });

  test('a sandbox is saved as a snapshot, reset, and restored', async () => {
    const client = service.client();
    await must(client.post('/v1/customers', { email: 'jo@example.com' }));
    const { page } = await signedIn(client, '/snapshots');
    await page.getByRole('button', { name: 'Save snapshot' }).click();
    await page.getByLabel('Name').fill('Start');
    await submit(page, 'Save snapshot');
    await table(page, 'Snapshots').getByRole('link', { name: 'Start' }).waitFor();
    await page.goto(`${service.url}/dashboard/sandbox`);
    await page.getByRole('button', { name: 'Reset the sandbox' }).click();
    await submit(page, 'Reset the sandbox');
    await page.getByText('Nothing here yet').waitFor();
    expect((await must(client.get('/v1/customers'))).data).toEqual([]);
    await page.goto(`${service.url}/dashboard/snapshots`);
    await table(page, 'Snapshots').getByRole('link', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await submit(page, 'Restore');
    await page.getByText('Nothing here yet').waitFor();
    expect((await must(client.get('/v1/customers'))).data).toMatchObject([{ email: 'jo@example.com' }]);
  });

  test('money is added to the balance, and paid out to a new beneficiary', async () => {
    const client = service.client();
    const { page } = await signedIn(client, '/balance');
    await page.getByRole('button', { name: 'Add money' }).click();
    await page.getByLabel('Amount in USD').fill('500');
    await submit(page, 'Add money');
    await page.getByText('The top-up was created.').waitFor();
    await must(client.post('/v1/test_helpers/top_ups', { amount: 50_000, currency: 'usd' }));
    await page.goto(`${service.url}/dashboard/beneficiaries`);
    await page.getByRole('button', { name: 'Create beneficiary' }).click();
    await page.getByLabel('Account holder').fill('Jenny Rosen');
    await page.getByLabel('Account number or IBAN').fill('000123456789');
    await page.getByLabel('Routing number').fill('110000000');
    await submit(page, 'Create beneficiary');
    await expect.poll(() => heading(page).textContent()).toBe('Jenny Rosen');
    await page.getByRole('button', { name: 'Pay out' }).click();
    await page.getByLabel('Amount in USD').fill('120');
    await submit(page, 'Pay out');
    await expect.poll(() => heading(page).textContent()).toBe('$120.00');
    expect((await must(client.get('/v1/payouts'))).data).toMatchObject([{ amount: 12_000, currency: 'usd' }]);
  });

  test('a card is issued to a new cardholder, and pays', async () => {
    const client = service.client();
    await must(client.post('/v1/test_helpers/top_ups', { amount: 50_000, currency: 'usd', destination_balance: 'issuing' }));
    const { page } = await signedIn(client, '/cardholders');
    await page.getByRole('button', { name: 'Create cardholder' }).click();
    for (const [label, value] of [
      ['Name', 'Jenny Rosen'],
      ['First name', 'Jenny'],
      ['Last name', 'Rosen'],
      ['Address', '1 Main St'],
      ['Postal code', '94607'],
      ['City', 'Oakland'],
    ] as const)
      await page.getByRole('textbox', { name: label, exact: true }).fill(value);
    await submit(page, 'Create cardholder');
    await page.getByRole('button', { name: 'Issue card' }).click();
    await submit(page, 'Issue card');
    await page.getByRole('button', { name: 'Test purchase' }).click();
    await submit(page, 'Test purchase');
    await expect.poll(() => heading(page).textContent()).toBe('$10.00 at Corner Shop');
    await page.getByRole('button', { name: 'Capture test purchase' }).click();
    await submit(page, 'Capture test purchase');
    await page.getByText('Closed', { exact: true }).waitFor();
    expect((await must(client.get('/v1/issuing/transactions'))).data).toMatchObject([{ amount: -1000, type: 'capture' }]);
  });

  test('a connected account shows what it still has to provide, and gets a link to provide it', async () => {
    const client = service.client();
    const { page } = await signedIn(client, '/accounts');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByLabel('Name').fill('Rocket Rides');
    await page.getByLabel('Transfers').check();
    await submit(page, 'Create account');
    await expect.poll(() => heading(page).textContent()).toBe('Rocket Rides');
    await page.getByRole('region', { name: 'Requirements' }).getByText('Due now').waitFor();
    await page.getByRole('button', { name: 'Onboarding link' }).click();
    expect(await page.getByRole('status').textContent()).toContain(service.url);
  });
});

describe('developers', () => {
  test('the log of requests shows a refused request with the command that repeats it, and the shell sends it', async () => {
    const client = service.client();
    await client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_chargeDeclined' });
    const { page } = await signedIn(client, '/requests?outcome=failed');
    const refused = table(page, 'API requests').getByRole('link', { name: 'POST /v1/payment_intents' });
    await refused.click();
    const request = page.getByRole('region', { name: 'Request' });
    await request.getByText('-d payment_method=pm_card_chargeDeclined').waitFor();
    await page.goto(`${service.url}/dashboard/shell?method=POST&path=customers&parameters=email%3Djo%40example.com`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('region', { name: 'POST /v1/customers' }).getByText('"email": "jo@example.com"').waitFor();
    expect((await must(client.get('/v1/customers'))).data).toMatchObject([{ email: 'jo@example.com' }]);
  });

  test('a request of the shell that loses its answer is carried out once, and one that meets a fault is not', async () => {
    const client = service.client();
    const { page } = await signedIn(client, '/sandbox');
    await page.getByRole('link', { name: 'The API shell' }).click();
    await page.getByText("-H 'Florin-Test-Fault: timeout'").waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    // Chromium tries again itself where the connection was in use before, and gets the stored response.
    await page.getByText('The request may have been carried out.').or(page.getByText('"name": "Jo"')).waitFor();
    expect((await must(client.get('/v1/customers'))).data).toMatchObject([{ name: 'Jo' }]);
    await page.getByLabel('Fault').selectOption('429');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Refused with 429').waitFor();
    expect((await must(client.get('/v1/customers'))).data).toHaveLength(1);
  });

  test('an event shows its body, and a change appears without a reload', async () => {
    const client = service.client();
    await must(client.post('/v1/customers', { email: 'jo@example.com' }));
    const { page } = await signedIn(client, '/events');
    await expect.poll(() => rowsOf(page, 'Events')).toBeGreaterThan(0);
    const before = await rowsOf(page, 'Events');
    await must(client.post('/v1/customers', { email: 'ann@example.com' }));
    await expect.poll(() => rowsOf(page, 'Events'), { timeout: 20_000 }).toBe(before + 1);
    await table(page, 'Events').getByRole('link', { name: 'customer.created' }).first().click();
    await page.getByRole('region', { name: 'Body' }).getByText('"email": "ann@example.com"').waitFor();
  });

  test('the palette opens pages and objects, keys move through rows, and colors follow the choice', async () => {
    const client = service.client();
    const customer = await customerOf(client);
    const { page } = await signedIn(client, '/payments');
    await heading(page).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByLabel('Go to', { exact: true }).last().fill('invoic');
    await page.getByRole('button', { name: 'Invoices' }).last().click();
    await expect.poll(() => heading(page).textContent()).toBe('Invoices');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Go to a page/).fill(customer);
    await page.getByText(`Open ${customer}`).click();
    await expect.poll(() => heading(page).textContent()).toBe('Jenny Rosen');
    await page.goto(`${service.url}/dashboard/customers`);
    await table(page, 'Customers').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page).textContent()).toBe('Jenny Rosen');
    await page.keyboard.press('Control+j');
    await expect.poll(() => page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
  });
});

test('branding is previewed before it is saved, and the pages of payers have it afterwards', async () => {
  const client = service.client();
  const { page, watched } = await signedIn(client, '/settings');
  await page.getByLabel('Primary color').fill('#6b21a8');
  await page.keyboard.press('Escape');
  const color = `getComputedStyle([...document.querySelectorAll('figure *')].find((each) => each.textContent === 'Pay $24.00')).backgroundColor`;
  await expect.poll(() => page.evaluate(color)).toBe('rgb(107, 33, 168)');
  await page.getByRole('button', { name: 'Save branding' }).click();
  await page.getByText('The branding was saved.').waitFor();
  await page.getByRole('button', { name: 'Edit business' }).click();
  await page.getByLabel('Name').fill('Rocket Rides');
  await submit(page, 'Edit business');
  await page.getByRole('region', { name: 'Business' }).getByText('Rocket Rides').waitFor();
  expect(await must(client.get('/v1/account'))).toMatchObject({
    business_profile: { name: 'Rocket Rides' },
    settings: { branding: { primary_color: '#6b21a8' } },
  });
  expectQuiet(watched, service.url);
});

test('no list has a fault that axe finds, and none is wider than a phone', async () => {
  const client = service.client();
  await must(client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' }));
  await customerOf(client);
  await priceOf(client, 1500);
  const tab = await signedIn(client, '/customers');
  const links = await tab.page.getByLabel('Sections').getByRole('link').all();
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
  const found: string[] = [];
  for (const path of paths.filter((each) => each?.startsWith('/dashboard/'))) {
    await tab.page.setViewportSize({ width: 1280, height: 900 });
    await tab.page.goto(`${service.url}${path}`);
    await heading(tab.page).waitFor();
    await tab.page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    found.push(...(await faultsInBothModes(tab)).map((fault) => `${path} ${fault}`));
    await tab.page.setViewportSize({ width: 360, height: 900 });
    const width = () => tab.page.evaluate('document.documentElement.scrollWidth');
    await expect.poll(width, { message: `${path} fits a phone` }).toBeLessThanOrEqual(360);
  }
  expect(paths.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
}, 300_000);

test.each([
  ['/customers', 'Create customer'],
  ['/subscriptions', 'Create subscription'],
])('%s: axe finds nothing in the form of "%s"', async (path, action) => {
  const tab = await signedIn(service.client(), path);
  await tab.page.getByRole('button', { name: action }).click();
  await tab.page.getByRole('dialog').getByRole('button', { name: action }).waitFor();
  expect(await faultsInBothModes(tab)).toEqual([]);
});
