import { expect, test } from 'vitest';
import { faults, faultsInBothModes } from '../support/axe.js';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { connected, jo } from '../support/connect.js';
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

async function fillIn({ page }: Tab): Promise<void> {
  await page.getByLabel('What it sells').selectOption('5734');
  await page.getByLabel('Website').fill('https://example.com');
  await page.getByLabel('First name').fill(jo.first_name);
  await page.getByLabel('Last name').fill(jo.last_name);
  await page.getByLabel('Day of birth').fill('2');
  await page.getByLabel('Month of birth').fill('3');
  await page.getByLabel('Year of birth').fill('1980');
  await page.getByLabel('Email').fill(jo.email);
  await page.getByLabel('Phone').fill(jo.phone);
  await page.getByLabel('Address').fill(jo.address.line1);
  await page.getByLabel('City').fill(jo.address.city);
  await page.getByLabel('State').fill('CA');
  await page.getByLabel('Postal code').fill('94103');
  await page.getByLabel('Last 4 digits').fill('0000');
  await page.getByLabel('Routing number').fill('110000000');
  await page.getByLabel('Account number').fill('000123456789');
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
  await fillIn(tab);
  await tab.page.getByLabel('Month of birth').fill('13');
  await save(tab);
  expect(await tab.page.getByRole('alert').textContent()).toContain('Nothing is saved yet');
  const month = tab.page.getByLabel('Month of birth');
  expect(await month.getAttribute('aria-invalid')).toBe('true');
  const said = await month.evaluate((field: unknown) => {
    const element = field as { getAttribute(name: string): string; ownerDocument: { getElementById(id: string): { textContent: string } } };
    return element.ownerDocument.getElementById(element.getAttribute('aria-describedby')).textContent;
  });
  expect(said).toMatch(/at most 12/);
  expect(await tab.page.getByLabel('First name').inputValue()).toBe('Jo');
  expect(await tab.page.getByLabel('Account number').inputValue()).toBe('');
  expect(await faults(tab)).toEqual([]);
  expectQuiet(tab.watched, service.url);
});

test('blank fields are asked for again alone, and the rest is kept', async () => {
  const { client, id, url } = await linked({ business_type: 'individual' });
  const tab = await browser.tab();
  await tab.page.goto(url);
  await fillIn(tab);
  await tab.page.getByLabel('Phone').fill('');
  await save(tab);
  expect(await tab.page.getByRole('alert').textContent()).toContain('Some things are still missing');
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
    await tab.page.getByLabel('What it sells').focus();
    const fields = await tab.page.locator('select, input').count();
    const reached = new Set<string>();
    for (let count = 0; count < fields; count++) {
      reached.add(String(await tab.page.evaluate('document.activeElement.name')));
      await tab.page.keyboard.press('Tab');
    }
    expect(reached.size).toBe(fields);
  },
);
