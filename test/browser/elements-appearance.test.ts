import { expect, test } from 'vitest';
import { faultsWithFrames } from '../support/axe.js';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { evaluated, frameOf, openPage, useMerchant } from '../support/elements.js';

const browser = useBrowser();
const merchant = useMerchant();

type Look = {
  readonly group?: object;
  readonly element?: object;
  readonly type?: string;
  readonly scheme?: string;
  readonly types?: readonly string[];
};

/** A tab with an element in the merchant's appearance. */
async function opened({ group = {}, element = {}, type = 'payment', types = ['card', 'sepa_debit', 'ideal'] }: Look): Promise<Tab> {
  const client = merchant.service.client();
  const { body } = await client.post('/v1/payment_intents', { amount: 2000, currency: 'eur', payment_method_types: types });
  const options = JSON.stringify({ clientSecret: body.client_secret, ...group });
  const tab = await browser.tab();
  await openPage(
    tab,
    merchant,
    client,
    `window.elements = stripe.elements(${options});
     window.element = elements.create('${type}', ${JSON.stringify(element)});
     await new Promise((resolve) => { element.on('ready', resolve); element.mount('#place'); });`,
  );
  return tab;
}

const styleOf = (tab: Tab, selector: string, property: string, title?: string): Promise<string> =>
  frameOf(tab, title)
    .locator(selector)
    .first()
    .evaluate((found, name) => Reflect.get(Reflect.get(globalThis, 'getComputedStyle')(found), name), property);

test('a theme, its variables and rules reach the parts and states that they name', async () => {
  const appearance = {
    theme: 'night',
    variables: { colorPrimary: '#00ff00', borderRadius: '9px' },
    rules: { '.Label': { fontWeight: '700', color: 'rgb(1, 2, 3)' }, '.Tab--selected, .Input': { backgroundColor: 'rgb(4, 5, 6)' } },
  };
  const tab = await opened({ group: { appearance } });
  expect(await styleOf(tab, '.Label', 'fontWeight')).toBe('700');
  expect(await styleOf(tab, '.Label', 'color')).toBe('rgb(1, 2, 3)');
  expect(await styleOf(tab, '.Input', 'backgroundColor')).toBe('rgb(4, 5, 6)');
  expect(await styleOf(tab, '.Tab--selected', 'backgroundColor')).toBe('rgb(4, 5, 6)');
  expect(await styleOf(tab, '.Input', 'borderRadius')).toBe('9px');
  expect(await styleOf(tab, '.Tab--selected', 'borderTopColor')).toBe('rgb(0, 255, 0)');
});

test('other uses of styles are refused: nothing is loaded, nothing covers anything, no rule can be closed', async () => {
  const appearance = {
    variables: {
      colorPrimary: 'red; } body { display: none } a {',
      'x}body{display:none': 'red',
      colorText: 'url(https://evil.example/a)',
    },
    rules: {
      '.Label': { backgroundColor: 'url(https://evil.example/b)', position: 'fixed', color: 'red} body {display:none', content: '"x"' },
      '.Input, body': { opacity: '0' },
      '.Input{} body': { opacity: '0' },
      '.Input:has(+ a)': { opacity: '0' },
      '@import "https://evil.example/c"': { color: 'red' },
      '.Error': { fontFamily: 'x, \\75rl(https://evil.example/d)', boxShadow: '0 0 0 1px image-set("https://evil.example/e" 1x)' },
    },
  };
  const tab = await opened({ group: { appearance } });
  expect(await styleOf(tab, 'body', 'display')).toBe('block');
  expect(await styleOf(tab, 'body', 'opacity')).toBe('1');
  expect(await styleOf(tab, '.Input', 'opacity')).toBe('1');
  expect(await styleOf(tab, '.Label', 'position')).toBe('static');
  expect(await styleOf(tab, '.Label', 'backgroundImage')).toBe('none');
  expect(await styleOf(tab, 'body', 'color')).not.toBe('rgb(255, 0, 0)');
  expectQuiet(tab.watched, merchant.service.url, merchant.url);
});

test('the style of a Card Element follows its states, also after an update', async () => {
  const style = {
    base: { fontSize: '21px', color: 'rgb(1, 1, 1)', '::placeholder': { color: 'rgb(2, 2, 2)' } },
    invalid: { color: 'rgb(3, 3, 3)' },
  };
  const title = 'Secure card payment input frame';
  const tab = await opened({ type: 'card', element: { style, hidePostalCode: true } });
  expect(await styleOf(tab, '.Input', 'fontSize', title)).toBe('21px');
  expect(await styleOf(tab, '.Input', 'color', title)).toBe('rgb(1, 1, 1)');
  await frameOf(tab, title).getByLabel('Card number').pressSequentially('4242424242424241');
  await frameOf(tab, title).locator('.Input--invalid').waitFor();
  expect(await styleOf(tab, '.Input--invalid', 'color', title)).toBe('rgb(3, 3, 3)');
  expect(await frameOf(tab, title).getByLabel('Postal code').count()).toBe(0);
  await evaluated(tab, `element.update({ style: { base: { fontSize: '17px' } } })`);
  await frameOf(tab, title).locator('.Input--invalid').waitFor();
  await expect.poll(() => styleOf(tab, '.Input', 'fontSize', title)).toBe('17px');
});

test.each([
  ['de', 'ltr', 'Kartennummer'],
  ['fr', 'ltr', 'Numéro de carte'],
  ['ja', 'ltr', 'カード番号'],
  ['th', 'ltr', 'หมายเลขบัตร'],
  ['ar', 'rtl', 'رقم البطاقة'],
  ['xx', 'ltr', 'Card number'],
])('locale %s: the text is %s', async (locale, direction, label) => {
  const tab = await opened({ group: { locale } });
  const frame = frameOf(tab);
  expect(await frame.locator('html').getAttribute('dir')).toBe(direction);
  const number = frame.getByLabel(label, { exact: true });
  expect(await number.count()).toBe(1);
  expect(await number.getAttribute('dir')).toBe('ltr');
});

test.each([
  ['light', 'stripe', 'payment'],
  ['dark', 'night', 'payment'],
  ['light', 'flat', 'payment'],
  ['light', 'none', 'payment'],
  ['light', 'stripe', 'address'],
  ['dark', 'night', 'address'],
  ['light', 'stripe', 'card'],
  ['light', 'stripe', 'linkAuthentication'],
])('axe finds no violation: a %s page, the theme %s, %s', async (scheme, theme, type) => {
  const tab = await opened({ group: { appearance: { theme } }, type });
  // Frames are transparent, and axe does not see the page behind them.
  for (const frame of scheme === 'dark' ? tab.page.frames() : [])
    await frame.evaluate(`Object.assign(document.body.style, { background: '#1a1b25', color: '#fff' })`);
  await evaluated(tab, 'return await elements.submit()');
  expect(await faultsWithFrames(tab)).toEqual([]);
});

test('a phone of 320 px shows the whole element without scrolling sideways, at its height', async () => {
  const tab = await opened({});
  await tab.page.setViewportSize({ width: 320, height: 640 });
  await evaluated(tab, 'return await elements.submit()');
  const frame = tab.page.frames().find((each) => each.url().includes('/js/element'));
  const size = `({ wide: document.documentElement.scrollWidth <= innerWidth, high: document.documentElement.scrollHeight <= innerHeight })`;
  await expect.poll(() => frame?.evaluate(size)).toEqual({ wide: true, high: true });
  expect(await tab.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

test('every field and every payment method is reached with the keyboard alone', async () => {
  const tab = await opened({});
  const frame = frameOf(tab);
  await evaluated(tab, 'element.focus()');
  await expect.poll(() => frame.locator(':focus').getAttribute('name')).toBe('number');
  const reached: (string | null)[] = [];
  for (let stop = 0; stop < 3; stop++) {
    await tab.page.keyboard.press('Tab');
    reached.push(await frame.locator(':focus').getAttribute('name'));
  }
  expect(reached.slice(0, 3)).toEqual(['expiry', 'cvc', 'country']);
  await frame.getByRole('radio').first().focus();
  await tab.page.keyboard.press('ArrowRight');
  await frame.getByLabel('IBAN').waitFor();
});
