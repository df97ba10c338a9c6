import { expect, test } from 'vitest';
import { faults } from '../support/axe.js';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { as, connected, whole_account } from '../support/connect.js';
import { heading } from '../support/payer.js';
import { made } from '../support/populate.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

const express = { ...whole_account, type: 'express', business_profile: { mcc: '5734', url: 'https://example.com', name: 'Jo’s Tea' } };

/** The address of the dashboard page of an account with a payment, a transfer and payouts. */
async function loggedIn(): Promise<string> {
  const client = service.client();
  const { id } = await connected(client, express);
  const paying = { amount: 4000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', payment_method_types: ['card'] };
  await made(client, '/v1/payment_intents', { ...paying, transfer_data: { destination: id } });
  const description = 'Averylongdescriptionwithoutanyblankthatwouldnotfitintoonelineofaphone';
  expect((await client.post('/v1/payment_intents', { ...paying, description }, as(id))).status).toBe(200);
  await client.post('/v1/test_helpers/top_ups', { amount: 9000, currency: 'usd' }, as(id));
  expect((await client.post('/v1/payouts', { amount: 1000, currency: 'usd' }, as(id))).status).toBe(200);
  await made(client, `/v1/accounts/${id}`, { business_type: 'company' });
  return (await made(client, `/v1/accounts/${id}/login_links`, {})).url;
}

test('an account holder sees the balance and the missing details, enters them in another tab, and reloads the page', async () => {
  const tab = await browser.tab();
  await tab.page.goto(await loggedIn());
  expect(await heading(tab)).toBe('Your account');
  expect(await tab.page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'What is missing',
    'Balance',
    'Payouts to come',
    'Latest payouts',
    'Latest payments and transfers',
  ]);
  expect(await faults(tab)).toEqual([]);
  const opening = tab.page.waitForEvent('popup');
  await tab.page.getByRole('button', { name: /Tell what is missing/ }).click();
  const onboarding = await opening;
  await onboarding.waitForURL(/\/onboarding\//);
  expect(await onboarding.getByRole('heading', { level: 1 }).textContent()).toBe('Tell us about your business');
  await onboarding.getByRole('link', { name: /Go back/ }).click();
  expect(await onboarding.getByRole('heading', { level: 1 }).textContent()).toBe('This link has expired');
  await onboarding.close();
  await tab.page.reload();
  expect(await heading(tab)).toBe('Your account');
  expectQuiet(tab.watched, service.url);
});

test.each(['light', 'dark'] as const)('on a phone in %s colours nothing is cut off, and axe finds no violation', async (colorScheme) => {
  const url = await loggedIn();
  const tab = await browser.tab();
  await tab.page.setViewportSize({ width: 320, height: 640 });
  await tab.page.emulateMedia({ colorScheme });
  await tab.page.goto(url);
  expect(await tab.page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true);
  expect(await faults(tab)).toEqual([]);
});
