import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultsInBothModes } from '../support/axe.js';
import { must } from '../support/billing.js';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { dashboardOf, heading } from '../support/dashboard.js';
import { advanceClock } from '../support/merchant.js';
import { disputeBy } from '../support/money-back.js';
import { read } from '../support/reports.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();
const signedIn = dashboardOf(browser, service);

const pay = (client: Client, amount: number, currency = 'usd'): Promise<{ id: string }> =>
  must(client.post('/v1/payment_intents', { amount, currency, confirm: true, payment_method: 'pm_card_visa' })) as Promise<{ id: string }>;

test('Home shows the figures of a range and a currency, charts with their tables, and what needs attention', async () => {
  const client = service.client();
  await pay(client, 5000);
  await pay(client, 700, 'jpy');
  await disputeBy(client, 'pm_card_createDispute');
  await advanceClock(client, 3600);
  const tab = await signedIn(client, '/home');
  const { page, watched } = tab;
  const figure = (name: string) => page.getByRole('group', { name, exact: true });
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect.poll(() => heading(page).textContent()).toBe('Home');
  await expect.poll(() => figure('Gross volume').textContent()).toContain('$70.00');
  expect(await figure('Payments').textContent()).toContain('2');
  expect(await part('Needs attention').textContent()).toContain('1 dispute needs a response');
  const volume = part('Gross volume');
  await volume.locator('svg').first().waitFor();
  await volume.getByText('Table', { exact: true }).click();
  await expect.poll(() => volume.getByRole('table').textContent()).toContain('$70.00');
  await page.getByLabel('Currency').selectOption('jpy');
  await expect.poll(() => figure('Gross volume').textContent()).toContain('¥700');
  const answered = page.waitForResponse((response) => response.url().includes('compare_start'));
  await page.getByLabel('Range').selectOption('today');
  await answered;
  await expect.poll(() => new URL(page.url()).search).toContain('range=today');
  await page.reload();
  await expect.poll(() => figure('Gross volume').textContent()).toContain('¥700');
  expect(await faultsInBothModes(tab)).toEqual([]);
  expectQuiet(watched, service.url);
});

test('a report is run, shown, downloaded and scheduled by e-mail', async () => {
  const client = service.client();
  await pay(client, 5000);
  await advanceClock(client, 60);
  const tab = await signedIn(client, '/reports');
  const { page, watched } = tab;
  await page.getByLabel('Report', { exact: true }).selectOption('balance_change_from_activity.summary.1');
  await page.getByLabel('Range').selectOption('7d');
  await page.getByRole('button', { name: 'Run report' }).click();
  const rows = page.getByRole('table', { name: 'Rows of the report' });
  await expect.poll(() => rows.textContent()).toContain('charge');
  await expect
    .poll(() => page.getByRole('table', { name: 'Report runs' }).locator('tbody tr').first().textContent())
    .toContain('Succeeded');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const [charge] = read(readFileSync(await (await downloading).path(), 'utf8'));
  expect(charge).toMatchObject({ reporting_category: 'charge', currency: 'usd', count: '1', gross: '50.00' });
  await page.getByRole('textbox', { name: 'E-mail' }).fill('books@example.com');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect.poll(() => page.getByRole('table', { name: 'Reports by e-mail' }).textContent()).toContain('books@example.com');
  await page.reload();
  await expect.poll(() => rows.textContent()).toContain('50.00');
  expect(await faultsInBothModes(tab)).toEqual([]);
  expectQuiet(watched, service.url);
});
