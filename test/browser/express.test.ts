import { expect, test } from 'vitest';
import { faults, faultsInBothModes } from '../support/axe.js';
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
    'Information required',
    'Balance',
    'Upcoming payouts',
    'Recent payouts',
    'Recent payments and transfers',
  ]);
  expect(await faults(tab)).toEqual([]);
  const opening = tab.page.waitForEvent('popup');
  await tab.page.getByRole('button', { name: /Provide information/ }).click();
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

test.each([
  {
    ...{
      locale: 'de-DE',
      dir: 'ltr',
      title: 'Ihr Konto',
      amount: '10,00 $',
      due: 'Ihr Unternehmen: Eingetragener Name,',
      tab: /Angaben ergänzen/,
    },
    ...{ date: /^Ankunft am \d+\. \p{L}+ \d{4}/u, onboarding: 'Angaben zu Ihrem Unternehmen', expired: 'Dieser Link ist abgelaufen' },
    sections: ['Fehlende Angaben', 'Guthaben', 'Anstehende Auszahlungen', 'Letzte Auszahlungen', 'Letzte Zahlungseingänge'],
  },
  {
    ...{ locale: 'ar', dir: 'rtl', title: 'حسابك', amount: '10.00 US$', due: 'شركتك: الاسم القانوني', tab: /تقديم المعلومات/ },
    ...{ date: /^تصل في \d+ \p{L}+ \d{4}/u, onboarding: 'أخبرنا عن نشاطك التجاري', expired: 'انتهت صلاحية هذا الرابط' },
    sections: ['معلومات مطلوبة', 'الرصيد', 'الدفعات الصادرة القادمة', 'أحدث الدفعات الصادرة', 'أحدث المقبوضات'],
  },
])('$locale: the page, the onboarding that it opens and an expired link are in the language of the browser, on a phone', async (said) => {
  const tab = await browser.plainTab({ javaScriptEnabled: true, locale: said.locale, viewport: { width: 360, height: 740 } });
  const { page } = tab;
  const url = await loggedIn();
  await page.goto(url);
  const document = await page.evaluate(
    '[document.documentElement.lang, document.documentElement.dir, document.documentElement.scrollWidth]',
  );
  expect([await heading(tab), document]).toEqual([said.title, [said.locale, said.dir, 360]]);
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(said.sections);
  const payout = page.locator('section').nth(2).locator('tbody tr').first();
  expect(await payout.locator('th').textContent()).toMatch(said.date);
  expect((await payout.locator('td').textContent())?.replaceAll('\u00a0', ' ').replaceAll('\u200f', '')).toBe(said.amount);
  expect(await page.locator('.due').textContent()).toContain(said.due);
  expect(await faultsInBothModes(tab)).toEqual([]);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: said.tab }).click();
  const onboarding = await opening;
  await onboarding.waitForURL(/\/onboarding\//);
  expect(await onboarding.getByRole('heading', { level: 1 }).textContent()).toBe(said.onboarding);
  await onboarding.close();
  expect((await page.goto(url))?.status()).toBe(410);
  expect(await heading(tab)).toBe(said.expired);
  expect(await faultsInBothModes(tab)).toEqual([]);
});
