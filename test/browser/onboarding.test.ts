import { expect, test } from 'vitest';
import { languages } from '../../src/pages/paper/languages.js';
import { faults, faultsInBothModes } from '../support/axe.js';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { answers_of_jo, connected, jo } from '../support/connect.js';
import { accountOf } from '../support/merchant.js';
import { heading } from '../support/payer.js';
import { commonService } from '../support/services.js';
import { upload } from '../support/uploads.js';

const browser = useBrowser();
const service = await commonService();

/** Creates a link for a new account, with an existing page of the service as its return_url. */
async function linked(given: object = {}) {
  const client = service.client();
  const { id } = await connected(client, { type: 'express', capabilities: { transfers: { requested: true } }, ...given });
  const urls = { refresh_url: `${service.url}/docs?again`, return_url: `${service.url}/docs?done` };
  const { body } = await client.post('/v1/account_links', { account: id, type: 'account_onboarding', ...urls });
  return { client, id, url: body.url as string };
}

async function fillIn({ page }: Tab, given: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.getByTestId('business_profile.mcc').selectOption('5734');
  for (const [name, value] of Object.entries({ ...answers_of_jo, ...given })) await page.getByTestId(name).fill(value);
  await page.getByRole('checkbox').check();
}

const save = ({ page }: Tab) => page.getByRole('button', { name: 'Save and continue' }).click();

test('an account holder enters their details and bank account, accepts the terms, and returns to the platform with payouts enabled', async () => {
  const { client, id, url } = await linked();
  const tab = await browser.tab();
  await tab.page.goto(url);
  expect(await heading(tab)).toBe('What kind of business is it?');
  expect(await faults(tab)).toEqual([]);
  await tab.page.getByLabel('Individual or sole proprietor').check();
  await tab.page.getByRole('button', { name: 'Continue' }).click();
  expect(await heading(tab)).toBe('Tell us about your business');
  expect(await faults(tab)).toEqual([]);
  await fillIn(tab);
  await save(tab);
  await tab.page.waitForURL(/docs\?done/);
  expect((await client.get(`/v1/accounts/${id}`)).body).toMatchObject({ payouts_enabled: true, individual: { first_name: 'Jo' } });
  await tab.page.goto(url);
  await tab.page.waitForURL(/docs\?again/);
});

test("the page has the platform's name, logo and color", async () => {
  const client = service.client();
  const logo = (await upload(service, client, { purpose: 'business_logo' })).body.id;
  const look = { business_profile: { name: 'Rocket Rides' }, settings: { branding: { logo, primary_color: '#6b21a8' } } };
  expect((await client.post(`/v1/accounts/${await accountOf(client)}`, look)).status).toBe(200);
  const { id } = await connected(client, {
    type: 'express',
    business_type: 'individual',
    capabilities: { transfers: { requested: true } },
  });
  const urls = { refresh_url: `${service.url}/docs?again`, return_url: `${service.url}/docs?done` };
  const { body } = await client.post('/v1/account_links', { account: id, type: 'account_onboarding', ...urls });
  const tab = await browser.tab();
  await tab.page.goto(body.url);
  expect(await tab.page.getByTestId('merchant').textContent()).toBe('Rocket Rides');
  expect(await tab.page.evaluate('document.querySelector("[data-testid=merchant] img").naturalWidth')).toBeGreaterThan(0);
  expect(await tab.page.evaluate('getComputedStyle(document.querySelector("form .button")).backgroundColor')).toBe('rgb(107, 33, 168)');
  expect(await faultsInBothModes(tab)).toEqual([]);
});

test('mistakes are marked at their fields, in text that screen readers read, and valid input is kept', async () => {
  const { url } = await linked({ business_type: 'individual' });
  const tab = await browser.tab();
  await tab.page.goto(url);
  await fillIn(tab, { 'individual.dob.month': '13' });
  await save(tab);
  expect(await tab.page.getByRole('alert').textContent()).toContain('Nothing is saved yet');
  const month = tab.page.getByLabel('Month');
  expect(await month.getAttribute('aria-invalid')).toBe('true');
  const said = await month.evaluate((field: unknown) => {
    const element = field as { getAttribute(name: string): string; ownerDocument: { getElementById(id: string): { textContent: string } } };
    return element.ownerDocument.getElementById(element.getAttribute('aria-describedby')).textContent;
  });
  expect(said).toMatch(/from 1 to 12/);
  expect(await tab.page.getByLabel('First name').inputValue()).toBe('Jo');
  expect(await tab.page.getByLabel('Account number').inputValue()).toBe('');
  expect(await faults(tab)).toEqual([]);
  expectQuiet(tab.watched, service.url);
});

test('blank fields are asked for again alone, and the rest is kept', async () => {
  const { client, id, url } = await linked({ business_type: 'individual' });
  const tab = await browser.tab();
  await tab.page.goto(url);
  await fillIn(tab, { 'individual.phone': '' });
  await save(tab);
  expect(await tab.page.getByRole('alert').textContent()).toContain('Some details are still missing');
  expect(await tab.page.getByRole('textbox').count()).toBe(1);
  await tab.page.getByLabel('Phone').fill(jo.phone);
  await tab.page.keyboard.press('Enter');
  await tab.page.waitForURL(/docs\?done/);
  expect((await client.get(`/v1/accounts/${id}`)).body.details_submitted).toBe(true);
});

test.each(['light', 'dark'] as const)(
  'on a phone in %s colours nothing is cut off and everything can be reached by keyboard',
  async (colorScheme) => {
    const { url } = await linked({ business_type: 'company' });
    const tab = await browser.tab();
    await tab.page.setViewportSize({ width: 320, height: 640 });
    await tab.page.emulateMedia({ colorScheme });
    await tab.page.goto(url);
    expect(await tab.page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true);
    expect(await faults(tab)).toEqual([]);
    await tab.page.getByLabel('Industry').focus();
    const fields = await tab.page.locator('select, input').count();
    const reached = new Set<string>();
    for (let count = 0; count < fields; count++) {
      reached.add(String(await tab.page.evaluate('document.activeElement.name')));
      await tab.page.keyboard.press('Tab');
    }
    expect(reached.size).toBe(fields);
  },
);

const written = ({ page }: Tab) =>
  page.evaluate('[document.documentElement.lang, document.documentElement.dir, document.documentElement.scrollWidth]');

test.each([
  {
    ...{ locale: 'de-DE', dir: 'ltr', order: ['Tag', 'Monat', 'Jahr'], save: 'Speichern und weiter' },
    ...{ kind: 'Um welche Art von Unternehmen handelt es sich?', individual: 'Einzelperson oder Einzelunternehmen', further: 'Weiter' },
    ...{ title: 'Angaben zu Ihrem Unternehmen', refused: 'Es wurde noch nichts gespeichert. Bitte prüfen Sie die markierten Felder.' },
    ...{ month: 'Bitte geben Sie einen Monat von 1 bis 12 ein.', saved: 'Ihre Angaben sind gespeichert. Einige fehlen noch.' },
    ...{ age: 'Die Person muss mindestens 13 Jahre alt sein.', blank: 'Bitte ausfüllen: Telefonnummer.' },
  },
  {
    ...{ locale: 'ar', dir: 'rtl', order: ['اليوم', 'الشهر', 'السنة'], save: 'حفظ ومتابعة' },
    ...{ kind: 'ما نوع نشاطك التجاري؟', individual: 'فرد أو مؤسسة فردية', further: 'متابعة' },
    ...{ title: 'أخبرنا عن نشاطك التجاري', refused: 'لم يُحفظ شيء بعد. تحقق من الحقول المميزة.' },
    ...{ month: 'أدخل شهرًا من 1 إلى 12.', saved: 'تم حفظ معلوماتك. ما زالت بعض البيانات ناقصة.' },
    ...{ age: 'يجب ألا يقل عمر الشخص عن 13 عامًا.', blank: 'حقل مطلوب: رقم الهاتف.' },
  },
])('$locale: an account holder corrects mistakes, adds what is missing and returns to the platform, on a phone', async (said) => {
  const { client, id, url } = await linked();
  const tab = await browser.plainTab({ javaScriptEnabled: true, locale: said.locale, viewport: { width: 360, height: 740 } });
  const { page } = tab;
  const alert = page.getByRole('alert');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.goto(url);
  expect([await heading(tab), await written(tab)]).toEqual([said.kind, [said.locale, said.dir, 360]]);
  expect(await faultsInBothModes(tab)).toEqual([]);
  await page.getByLabel(said.individual).check();
  await press(said.further);
  expect([await heading(tab), await written(tab)]).toEqual([said.title, [said.locale, said.dir, 360]]);
  expect(await page.locator('.born label').allTextContents()).toEqual(said.order);
  await fillIn(tab, { 'individual.dob.month': '13' });
  await press(said.save);
  expect([await alert.textContent(), await page.getByTestId('fault-individual.dob.month').textContent()]).toEqual([
    said.refused,
    said.month,
  ]);
  expect([await written(tab), await faultsInBothModes(tab)]).toEqual([[said.locale, said.dir, 360], []]);
  await fillIn(tab, { 'individual.dob.year': '2900' });
  await press(said.save);
  expect(await page.getByTestId('fault-individual.dob.year').textContent()).toBe(said.age);
  await fillIn(tab, { 'individual.phone': '' });
  await press(said.save);
  expect([await alert.textContent(), await page.getByTestId('fault-individual.phone').textContent()]).toEqual([said.saved, said.blank]);
  await page.getByTestId('individual.phone').fill(jo.phone);
  await press(said.save);
  await page.waitForURL(/docs\?done/);
  expect((await client.get(`/v1/accounts/${id}`)).body.details_submitted).toBe(true);
});

test.each(languages)(
  '%s: the page fits the smallest phone, axe finds no violation, and no sentence is in another language',
  async (language) => {
    const texts = ({ page }: Tab) => page.locator('h1, p, label, legend, option, button, a, footer').allTextContents();
    const account = { business_type: 'company' };
    const english = await browser.tab();
    await english.page.goto((await linked(account)).url);
    const tab = await browser.plainTab({ javaScriptEnabled: true, locale: language, viewport: { width: 320, height: 640 } });
    await tab.page.goto((await linked(account)).url);
    expect(await written(tab)).toEqual([language, language === 'ar' ? 'rtl' : 'ltr', 320]);
    expect(await faultsInBothModes(tab)).toEqual([]);
    const in_english = new Set(await texts(english));
    const shared = ['', 'Sandbox', 'Website'];
    const same = (await texts(tab)).filter((text) => in_english.has(text) && !shared.includes(text));
    if (language !== 'en') expect(same).toEqual([]);
  },
);

test('ja: the family name is asked for first, and the year of birth before its month', async () => {
  const tab = await browser.plainTab({ javaScriptEnabled: true, locale: 'ja' });
  await tab.page.goto((await linked({ business_type: 'individual' })).url);
  const labels = await tab.page.locator('label:has(+ [name^="individual."])').allTextContents();
  expect(labels.slice(0, 5)).toEqual(['姓', '名', '年', '月', '日']);
});
