import { expect, test } from 'vitest';
import { faultsInBothModes } from '../support/axe.js';
import { must } from '../support/billing.js';
import { type Tab, useBrowser } from '../support/browser.js';
import { mug } from '../support/checkout.js';
import { send, shopSession, statusOf, typeCard, typePayer } from '../support/hosted.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

const totalIs = ({ page }: Tab, total: string): Promise<void> => page.locator('[data-testid=total]', { hasText: total }).waitFor();

const lidOf = async (shop: Client): Promise<object> => {
  const price = await must(shop.post('/v1/prices', { currency: 'usd', unit_amount: 300, product_data: { name: 'Lid' } }));
  return { price: price.id, quantity: 1, adjustable_quantity: { enabled: true, minimum: 1, maximum: 5 } };
};

test.each(['with a script', 'without one'])(
  'a payer adds an offered item and takes it back, %s, and pays for what is left',
  async (how) => {
    const shop = service.client();
    const session = await shopSession(service, shop, { optional_items: [await lidOf(shop)] });
    const tab = how === 'without one' ? await browser.plainTab() : await browser.tab();
    const { page } = tab;
    await page.goto(session.url);
    expect(await page.getByTestId('offers').textContent()).toContain('Lid');
    await page.getByTestId('add-0').click();
    await totalIs(tab, '$13.00');
    expect(await page.getByTestId('offers').count()).toBe(0);
    await page.getByTestId('drop-0').click();
    await totalIs(tab, '$10.00');
    await page.getByTestId('add-0').click();
    await totalIs(tab, '$13.00');
    await typePayer(tab);
    await typeCard(tab, '4242424242424242');
    await send(tab);
    await page.waitForURL(/thanks=/);
    expect(await statusOf(shop, session)).toMatchObject({ amount_total: 1300, status: 'complete' });
  },
);

test('the page of a payment link adds an offered item to the session that it begins', async () => {
  const shop = service.client();
  const link = await must(shop.post('/v1/payment_links', { line_items: [mug], optional_items: [await lidOf(shop)] }));
  const tab = await browser.plainTab();
  await tab.page.goto(link.url);
  await tab.page.getByTestId('add-0').click();
  await totalIs(tab, '$13.00');
});

test('a page has the colors, the corners, the font, the name and the logo of its session', async () => {
  const shop = service.client();
  const logo = `${service.url}/icon.svg`;
  const session = await shopSession(service, shop, {
    branding_settings: {
      background_color: '#102030',
      border_style: 'rectangular',
      button_color: '#ff3366',
      display_name: 'The Mug Society',
      font_family: 'noto_serif',
      logo: { type: 'url', url: logo },
    },
    optional_items: [await lidOf(shop)],
  });
  const tab = await browser.tab();
  const { page } = tab;
  await page.goto(session.url);
  expect(await page.getByTestId('merchant').textContent()).toContain('The Mug Society');
  expect(await page.locator('.logo').getAttribute('src')).toBe(logo);
  const styleOf = (selector: string, name: string): Promise<string> =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${name}')`);
  expect(await styleOf('body', 'background-color')).toBe('rgb(16, 32, 48)');
  expect(await styleOf('body', 'font-family')).toContain('Noto Serif');
  expect(await styleOf('[data-testid=submit]', 'border-radius')).toBe('0px');
  expect(await styleOf('[data-testid=submit]', 'background-color')).toBe('rgb(255, 51, 102)');
  expect(await faultsInBothModes(tab)).toEqual([]);
});
