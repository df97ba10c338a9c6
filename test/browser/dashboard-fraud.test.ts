import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { dashboardOf, heading, submit } from '../support/dashboard.js';
import { paid } from '../support/payments.js';
import { is, ruleThat } from '../support/radar.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();
const signedIn = dashboardOf(browser, service);

test('a rule is created, switched off and on again', async () => {
  const client = service.client();
  const { page, watched } = await signedIn(client, '/rules');
  await page.getByRole('button', { name: 'Create rule' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Large payments');
  await page.getByLabel('Action', { exact: true }).selectOption('review');
  await page.getByLabel('Comparison').selectOption('at_least');
  await page.getByLabel('Number', { exact: true }).fill('100000');
  await submit(page, 'Create rule');
  await expect.poll(() => heading(page).textContent()).toBe('Large payments');
  await page.getByText('amount at_least 100000').waitFor();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable' }).waitFor();
  expect((await must(client.get('/v1/radar/rules'))).data).toMatchObject([{ action: 'review', enabled: false, name: 'Large payments' }]);
  expectQuiet(watched, service.url);
});

test('a value is added to a value list', async () => {
  const client = service.client();
  const { page } = await signedIn(client, '/value-lists');
  await page.getByRole('button', { name: 'Create value list' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Bad emails');
  await form.getByLabel('Alias').fill('bad_emails');
  await form.getByLabel('Type of the values').selectOption('email');
  await submit(page, 'Create value list');
  await expect.poll(() => heading(page).textContent()).toBe('Bad emails');
  await page.getByRole('button', { name: 'Add a value' }).click();
  await form.getByLabel('Value').fill('jo@example.com');
  await submit(page, 'Add a value');
  await page.getByText('jo@example.com').waitFor();
});

test('a payment under review is approved', async () => {
  const client = service.client();
  await ruleThat(client, 'review', is('currency', 'usd'));
  const { review } = await paid(client);
  const { page } = await signedIn(client, `/reviews/${review}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await submit(page, 'Approve');
  await expect.poll(async () => (await must(client.get(`/v1/reviews/${review}`))).closed_reason).toBe('approved');
});
