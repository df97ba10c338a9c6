import { expect, test } from 'vitest';
import { faultsInBothModes } from '../support/axe.js';
import { must } from '../support/billing.js';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { heading } from '../support/dashboard.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

const phone = { width: 360, height: 800 };

/** Opens the page of a new payment in a browser with a language. */
async function paymentIn(locale: string): Promise<{ readonly tab: Tab; readonly id: string; readonly client: Client }> {
  const client = service.client();
  const payment = { amount: 123456, currency: 'eur', confirm: true, payment_method: 'pm_card_visa' };
  const { id } = await must(client.post('/v1/payment_intents', payment));
  const tab = await browser.plainTab({ javaScriptEnabled: true, locale });
  await tab.page.goto(`${service.url}/dashboard/payments/${id}`);
  await tab.page.locator('input[type=password]').fill(client.key);
  await tab.page.locator('button[type=submit]').click();
  await tab.page.locator('input[type=password]').waitFor({ state: 'detached' });
  await heading(tab.page).waitFor();
  return { tab, id, client };
}

const width = (tab: Tab): Promise<unknown> => tab.page.evaluate('document.documentElement.scrollWidth');

test.each([
  {
    locale: 'de-DE',
    ...{ money: '1.234,56 €', status: 'Erfolgreich', sections: 'Bereiche', payments: 'Zahlungen', balance: 'Guthabenbewegungen' },
    ...{
      created: 'Zahlung erstellt',
      refund: 'Erstatten',
      column: 'Erstellt',
      submit: '1.234,56 € erstatten',
      reason: 'Vom Kunden gewünscht',
      back: 'Zurück',
    },
  },
  {
    locale: 'ja-JP',
    ...{ money: '€1,234.56', status: '成功', sections: 'セクション', payments: '支払い', balance: '残高取引' },
    ...{ created: '支払い作成', refund: '返金する', column: '作成日時', submit: '€1,234.56 を返金', reason: '顧客の依頼', back: '戻る' },
  },
])('$locale: navigation, list, a payment and the form of a refund are in the language, and fit a phone', async (said) => {
  const { tab, id } = await paymentIn(said.locale);
  const { page, watched } = tab;
  await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe(said.locale.slice(0, 2));
  await expect.poll(async () => (await heading(page).textContent())?.replace(/\s/g, ' ')).toBe(said.money);
  await page.getByText(said.status, { exact: true }).first().waitFor();
  await page.getByText(said.created, { exact: true }).waitFor();
  expect(await faultsInBothModes(tab)).toEqual([]);
  await page.getByRole('button', { name: said.refund }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: said.submit }).waitFor();
  await dialog.getByRole('option', { name: said.reason }).waitFor({ state: 'attached' });
  await page.setViewportSize(phone);
  await expect.poll(() => width(tab)).toBeLessThanOrEqual(phone.width);
  await dialog.getByRole('button', { name: said.back }).click();
  await expect.poll(() => width(tab)).toBeLessThanOrEqual(phone.width);
  await page.setViewportSize({ width: 1280, height: 800 });
  const sections = page.getByRole('navigation', { name: said.sections });
  await sections.getByRole('link', { name: said.balance }).waitFor();
  await sections.getByRole('link', { name: said.payments, exact: true }).click();
  await page.getByRole('table', { name: said.payments }).locator(`tr[data-id=${id}]`).waitFor();
  await page.getByRole('columnheader', { name: said.column }).waitFor();
  expect(await faultsInBothModes(tab)).toEqual([]);
  expectQuiet(watched, service.url);
});

test('a German amount may have dots between its thousands and a comma before its decimals', async () => {
  const { tab, id, client } = await paymentIn('de-DE');
  await tab.page.getByRole('button', { name: 'Erstatten' }).click();
  const dialog = tab.page.getByRole('dialog');
  const amount = dialog.getByLabel('in EUR');
  expect(await amount.inputValue()).toBe('1234,56');
  for (const [typed, submit] of [
    ['1.000,5', '1.000,50 € erstatten'],
    ['1.000.50', 'Erstatten'],
    ['1.000', '1.000,00 € erstatten'],
    ['1.5', '1,50 € erstatten'],
    ['1,2,5', 'Erstatten'],
    ['１٢,5', '12,50 € erstatten'],
    ['1.000,5', '1.000,50 € erstatten'],
  ] as const) {
    await amount.fill(typed);
    await dialog.getByRole('button', { name: submit, exact: true }).waitFor();
  }
  await dialog.getByRole('button', { name: '1.000,50 € erstatten' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await client.get('/v1/refunds', { payment_intent: id })).body.data[0].amount).toBe(100_050);
});

test('the menu changes the language without a reload, and the browser keeps it', async () => {
  const { tab } = await paymentIn('en-GB');
  const { page } = tab;
  await page.evaluate('globalThis.loaded = true');
  await page.getByRole('button', { name: 'Appearance and language' }).click();
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  await page.getByRole('navigation', { name: 'الأقسام' }).waitFor();
  expect(await page.evaluate('[document.documentElement.dir, globalThis.loaded]')).toEqual(['rtl', true]);
  expect(await faultsInBothModes(tab)).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'المظهر واللغة' }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await page.getByRole('navigation', { name: 'Bereiche' }).waitFor();
  expect(await page.evaluate('document.documentElement.dir')).toBe('ltr');
});

/** What a reader has to scroll sideways, other than program text. */
const scrolled = `[...document.querySelectorAll('body *')]
  .filter((each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowX) && each.tagName !== 'PRE' && each.scrollWidth > each.clientWidth)
  .map((each) => each.outerHTML.slice(0, 200))`;

test.each([
  ['de-DE', 'Bereiche'],
  ['ar-EG', 'الأقسام'],
])(
  '%s: nothing of the dashboard is wider than a phone, and no list scrolls sideways',
  async (locale, name) => {
    const { tab, client } = await paymentIn(locale);
    const customer = {
      email: 'a.long.name.of.a.customer@a-long-name-of-a-company.example.com',
      name: 'Donaudampfschifffahrtsgesellschaft mbH',
    };
    await must(client.post('/v1/customers', customer));
    await must(client.post('/v1/prices', { currency: 'eur', unit_amount: 123456, product_data: { name: customer.name } }));
    const sections = tab.page.getByRole('navigation', { name }).getByRole('link');
    await sections.first().waitFor();
    const links = await sections.all();
    const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
    await tab.page.setViewportSize(phone);
    for (const path of paths) {
      await tab.page.goto(`${service.url}${path}`);
      await heading(tab.page).waitFor();
      await tab.page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await expect.poll(() => width(tab), { message: `${path} fits a phone` }).toBeLessThanOrEqual(phone.width);
      expect(await tab.page.evaluate(scrolled), path ?? '').toEqual([]);
    }
    expect(paths.length).toBeGreaterThan(30);
  },
  120_000,
);
