import { describe, expect, test } from 'vitest';
import { languages } from '../../src/pages/paper/languages.js';
import { faults, faultsInBothModes } from '../support/axe.js';
import { must } from '../support/billing.js';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { accountOf } from '../support/merchant.js';
import { heading, press } from '../support/payer.js';
import { openPortalShop, type PortalShop, sessionOf } from '../support/portal.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

/** A shop whose customer has subscribed, and the middle of the first period. */
async function subscribed(more: object = {}): Promise<PortalShop & { readonly subscription: string }> {
  const shop = await openPortalShop(service);
  const { id } = await shop.subscribe([{ price: shop.prices.small }], more);
  await shop.advance('2026-01-16T12:00');
  return { ...shop, subscription: id };
}

/** A tab in which the customer of a shop has opened the portal. */
async function opened(shop: PortalShop, more: object = {}): Promise<Tab> {
  const { url } = await sessionOf(shop, { return_url: 'https://shop.example/account', ...more });
  const tab = await browser.tab();
  await tab.page.goto(url);
  return tab;
}

const at = ({ page }: Tab, id: string) => page.getByTestId(id);

const subscriptionOf = ({ client, subscription }: PortalShop & { subscription: string }) =>
  must(client.get(`/v1/subscriptions/${subscription}`));

test('a customer sees their subscriptions, payment methods and invoices', async () => {
  const shop = await subscribed();
  const tab = await opened(shop);
  expect(await heading(tab)).toBe('Your subscriptions and payments');
  expect(await at(tab, 'subscription').textContent()).toContain('Tea · Small');
  expect(await at(tab, 'price').textContent()).toBe('$10.00 per month');
  expect(await at(tab, 'moment').textContent()).toBe('Renews on February 1, 2026.');
  expect(await at(tab, 'payment-method').textContent()).toContain('Visa ending in 4242');
  expect(await at(tab, 'details').textContent()).toContain('jo@example.com');
  expect(await at(tab, 'invoices').locator('tbody tr').count()).toBe(1);
  const invoice = await at(tab, 'invoices').getByRole('link', { name: /View/ }).getAttribute('href');
  expect((await fetch(invoice ?? '')).status).toBe(200);
  const pdf = await fetch((await at(tab, 'invoices').getByRole('link', { name: /PDF/ }).getAttribute('href')) ?? '');
  expect(pdf.headers.get('content-type')).toContain('application/pdf');
  expect(await at(tab, 'return').getAttribute('href')).toBe('https://shop.example/account');
  expectQuiet(tab.watched, service.url);
});

test('a customer changes the plan at the previewed price', async () => {
  const shop = await subscribed();
  const tab = await opened(shop);
  await at(tab, 'change').click();
  await tab.page.getByLabel('Tea · Large').check();
  await press(tab, 'Continue');
  expect(await heading(tab)).toBe('Confirm the change');
  expect(await at(tab, 'due').textContent()).toBe('Due today$10.00');
  expect(await at(tab, 'afterwards').textContent()).toBe('After that$30.00 per month');
  expect(await faults(tab)).toEqual([]);
  await press(tab, 'Confirm');
  expect(await tab.page.getByRole('status').textContent()).toBe('Your subscription has been changed.');
  expect(await at(tab, 'price').textContent()).toBe('$30.00 per month');
  expect((await subscriptionOf(shop)).items.data[0].price.id).toBe(shop.prices.large);
});

test('a customer pauses a subscription for an offered duration, and resumes it', async () => {
  const shop = await subscribed();
  const tab = await opened(shop);
  await at(tab, 'pause').click();
  expect(await heading(tab)).toBe('Pause your subscription');
  await tab.page.getByLabel('1 week').check();
  expect(await faults(tab)).toEqual([]);
  await press(tab, 'Pause subscription');
  expect(await tab.page.getByRole('status').textContent()).toBe('Your subscription is paused.');
  expect(await at(tab, 'status').textContent()).toBe('Paused');
  expect(await at(tab, 'moment').textContent()).toBe('Paused until January 23, 2026.');
  expect((await subscriptionOf(shop)).pause_collection).toMatchObject({ behavior: 'void' });
  await at(tab, 'keep').click();
  await press(tab, 'Resume subscription');
  expect(await at(tab, 'status').textContent()).toBe('Active');
  expect((await subscriptionOf(shop)).pause_collection).toBeNull();
  expectQuiet(tab.watched, service.url);
});

test('a customer changes the quantity, and sees an error where it is too high', async () => {
  const shop = await subscribed();
  const tab = await opened(shop);
  await at(tab, 'change').click();
  await tab.page.getByLabel('Quantity').fill('11');
  await press(tab, 'Continue');
  expect(await tab.page.getByRole('alert').textContent()).toBe('Check the quantity.');
  expect(await tab.page.getByLabel('Quantity').inputValue()).toBe('11');
  await tab.page.getByLabel('Quantity').fill('4');
  await press(tab, 'Continue');
  await at(tab, 'due').waitFor();
  expect(await at(tab, 'amount-due').textContent()).toBe('$15.00');
  await press(tab, 'Confirm');
  await tab.page.getByText('Your subscription has been changed.').waitFor();
  expect(await at(tab, 'price').textContent()).toBe('4 × $10.00 per month');
  expect((await subscriptionOf(shop)).items.data[0].quantity).toBe(4);
});

test('an invalid promotion code changes nothing, and a valid one shows its discount', async () => {
  const shop = await subscribed();
  const coupon = await must(shop.client.post('/v1/coupons', { percent_off: 50, duration: 'forever' }));
  await must(shop.client.post('/v1/promotion_codes', { promotion: { type: 'coupon', coupon: coupon.id }, code: 'SPRING' }));
  const tab = await opened(shop);
  await at(tab, 'change').click();
  await tab.page.getByLabel('Promotion code').fill('winter');
  await press(tab, 'Continue');
  expect(await tab.page.getByRole('alert').textContent()).toBe('This code is not valid. Nothing has changed.');
  await tab.page.getByLabel('Promotion code').fill('Spring');
  await press(tab, 'Continue');
  await at(tab, 'due').waitFor();
  expect(await at(tab, 'due').textContent()).toBe('With your next invoice on February 1, 2026$5.00');
  await press(tab, 'Confirm');
  await tab.page.getByText('Your subscription has been changed.').waitFor();
  expect((await subscriptionOf(shop)).discounts).toHaveLength(1);
});

test('a change that cannot be paid leads to its invoice, and nothing changes before the payment', async () => {
  const shop = await subscribed();
  const { client, customer } = shop;
  const method = await must(client.post('/v1/payment_methods/pm_card_chargeCustomerFail/attach', { customer }));
  await must(client.post(`/v1/customers/${customer}`, { invoice_settings: { default_payment_method: method.id } }));
  const tab = await opened(shop);
  await at(tab, 'change').click();
  await tab.page.getByLabel('Tea · Large').check();
  await press(tab, 'Continue');
  await press(tab, 'Confirm');
  await at(tab, 'pay-owed').waitFor();
  expect(await tab.page.getByRole('status').textContent()).toBe('The change takes effect as soon as it is paid.');
  expect(await at(tab, 'price').textContent()).toBe('$10.00 per month');
  await at(tab, 'pay-owed').click();
  await tab.page.getByLabel('Card number').fill('4242424242424242');
  await tab.page.getByLabel('Expiration date').fill('12 / 34');
  await tab.page.getByLabel('Security code').fill('123');
  await tab.page.getByRole('button', { name: /^Pay / }).click();
  await tab.page.getByText('This invoice is paid.').waitFor();
  expect((await subscriptionOf(shop)).items.data[0].price.id).toBe(shop.prices.large);
});

/** Types in a card and submits the form. */
async function addCard({ page }: Tab, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Save' }).click();
}

test('a customer adds a card that requires authentication, pays with it, and removes the earlier one', async () => {
  const shop = await subscribed();
  const tab = await opened(shop);
  await tab.page.getByRole('link', { name: 'Add a card' }).click();
  await addCard(tab, '4000000000003220');
  expect(await heading(tab)).toBe('Save this card for later payments');
  await press(tab, 'Complete authentication');
  await tab.page.getByText('The card has been saved and now pays for your subscriptions.').waitFor();
  expect(await at(tab, 'payment-method').count()).toBe(2);
  expect(await at(tab, 'payment-method').first().textContent()).toContain('Visa ending in 3220');
  expect(await at(tab, 'payment-method').first().getByTestId('default').count()).toBe(1);
  await tab.page.getByRole('button', { name: 'Remove: Visa ending in 4242' }).click();
  await tab.page.getByText('The payment method has been removed.').waitFor();
  expect(await at(tab, 'payment-method').count()).toBe(1);
  await tab.page.getByRole('button', { name: /^Remove/ }).click();
  expect(await tab.page.getByRole('alert').textContent()).toContain('Choose another one first.');
  expectQuiet(tab.watched, service.url);
});

test('a failed authentication and a declined card change nothing and leave no number', async () => {
  const shop = await subscribed();
  const tab = await opened(shop);
  await tab.page.getByRole('link', { name: 'Add a card' }).click();
  await addCard(tab, '4000000000003220');
  await press(tab, 'Fail authentication');
  expect(await tab.page.getByRole('alert').textContent()).toContain('did not confirm');
  await addCard(tab, '4000000000000002');
  await tab.page.getByText('The card was declined. Try another card.').waitFor();
  expect(await tab.page.content()).not.toContain('4000000000000002');
  expect((await must(shop.client.get('/v1/payment_methods', { customer: shop.customer }))).data).toHaveLength(1);
});

test('another payment method becomes the default', async () => {
  const shop = await subscribed();
  await must(shop.client.post('/v1/payment_methods/pm_card_mastercard/attach', { customer: shop.customer }));
  const tab = await opened(shop);
  await tab.page.getByRole('button', { name: 'Make default: Mastercard ending in 4444' }).click();
  await tab.page.getByText('Your subscriptions are now paid with this payment method.').waitFor();
  expect(await at(tab, 'payment-method').first().getByTestId('default').count()).toBe(1);
});

test('a customer cancels with a reason, and resumes', async () => {
  const shop = await subscribed();
  const tab = await opened(shop);
  await at(tab, 'cancel').click();
  expect(await tab.page.locator('.lead').textContent()).toBe('You can use it until February 1, 2026. You will not be charged after that.');
  expect(await tab.page.getByRole('radio').count()).toBe(3);
  await tab.page.getByLabel('It is too expensive').check();
  await tab.page.getByLabel('Is there anything else').fill('Maybe next year');
  await press(tab, 'Cancel subscription');
  await tab.page.getByText('Your subscription has been canceled.').waitFor();
  expect(await at(tab, 'moment').textContent()).toBe('Ends on February 1, 2026.');
  const { cancel_at_period_end, cancellation_details } = await subscriptionOf(shop);
  expect([cancel_at_period_end, cancellation_details.feedback, cancellation_details.comment]).toEqual([
    true,
    'too_expensive',
    'Maybe next year',
  ]);
  expect(await at(tab, 'cancel').count()).toBe(0);
  await at(tab, 'keep').click();
  await press(tab, 'Don’t cancel');
  await tab.page.getByText('Your subscription continues.').waitFor();
  expect((await subscriptionOf(shop)).cancel_at_period_end).toBe(false);
});

test('a customer changes their details, and an impossible tax id is refused', async () => {
  const shop = await subscribed();
  const tab = await opened(shop);
  await at(tab, 'change-details').click();
  await tab.page.getByLabel('Email').fill('al@example.com');
  await tab.page.getByLabel('City').first().fill('Bern');
  await tab.page.getByLabel('Country').first().selectOption({ label: 'Switzerland' });
  await tab.page.getByLabel('Type of tax ID').selectOption({ label: 'European Union: VAT' });
  await tab.page.getByLabel('Tax ID number').fill('nonsense');
  await press(tab, 'Save');
  expect(await tab.page.getByRole('alert').textContent()).toBe('Something is missing or incorrect. Check what you entered.');
  expect(await at(tab, 'fault-tax-number').textContent()).toBe('Please check this field.');
  expect(await tab.page.getByLabel('Email').inputValue()).toBe('al@example.com');
  expect(await tab.page.getByLabel('Country').first().inputValue()).toBe('CH');
  await tab.page.getByLabel('Tax ID number').fill('DE123456789');
  await press(tab, 'Save');
  await tab.page.getByText('Your details have been saved.').waitFor();
  expect(await at(tab, 'details').textContent()).toContain('DE123456789');
  const after = await must(shop.client.get(`/v1/customers/${shop.customer}`));
  expect([after.email, after.address.city, after.address.country]).toEqual(['al@example.com', 'Bern', 'CH']);
});

describe('deep links', () => {
  const cancelling = (subscription: string, more: object = {}) => ({
    flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription }, ...more },
  });

  test('a session for one flow opens it and, when it is done, redirects to its after_completion', async () => {
    const shop = await subscribed();
    const redirect = { return_url: `${service.url}/docs?left=1` };
    const tab = await opened(shop, cancelling(shop.subscription, { after_completion: { type: 'redirect', redirect } }));
    expect(await heading(tab)).toBe('Cancel your subscription');
    expect(await at(tab, 'return').getAttribute('href')).toBe('https://shop.example/account');
    await press(tab, 'Cancel subscription');
    await tab.page.waitForURL(redirect.return_url);
    expect((await subscriptionOf(shop)).cancel_at_period_end).toBe(true);
  });

  test('a session can end with the merchant’s own message, or on the first page', async () => {
    const shop = await subscribed();
    const hosted_confirmation = { custom_message: 'We <b>miss</b> you' };
    const tab = await opened(
      shop,
      cancelling(shop.subscription, { after_completion: { type: 'hosted_confirmation', hosted_confirmation } }),
    );
    await press(tab, 'Cancel subscription');
    await tab.page.getByText('We <b>miss</b> you').waitFor();
    expect(await tab.page.getByRole('status').textContent()).toBe('Your subscription has been canceled.');
    const card = await opened(shop, { flow_data: { type: 'payment_method_update' } });
    await addCard(card, '4242424242424242');
    await card.page.getByText('The card has been saved').waitFor();
    expect(await heading(card)).toBe('Your subscriptions and payments');
  });

  test('a customer who is about to cancel accepts the offer instead', async () => {
    const shop = await subscribed();
    const coupon = await must(shop.client.post('/v1/coupons', { percent_off: 20, duration: 'forever' }));
    const retention = { type: 'coupon_offer', coupon_offer: { coupon: coupon.id } };
    const flow_data = { type: 'subscription_cancel', subscription_cancel: { subscription: shop.subscription, retention } };
    const tab = await opened(shop, { flow_data });
    expect(await at(tab, 'offer').textContent()).toContain('Stay, and get 20% off.');
    await press(tab, 'Accept the offer');
    await tab.page.getByText('Thank you for staying. Your discount has been applied.').waitFor();
    expect((await subscriptionOf(shop)).discounts).toHaveLength(1);
  });

  test('a change that the merchant proposes is shown with its cost, and confirmed unchanged', async () => {
    const shop = await subscribed();
    const [item] = (await subscriptionOf(shop)).items.data;
    const confirm = { subscription: shop.subscription, items: [{ id: item.id, price: shop.prices.large }] };
    const tab = await opened(shop, { flow_data: { type: 'subscription_update_confirm', subscription_update_confirm: confirm } });
    expect(await heading(tab)).toBe('Confirm the change');
    expect(await at(tab, 'amount-due').textContent()).toBe('$10.00');
    await press(tab, 'Confirm');
    await tab.page.getByText('Your subscription has been changed.').waitFor();
    expect((await subscriptionOf(shop)).items.data[0].price.id).toBe(shop.prices.large);
  });

  test('sessions also open the plan change and the customer details', async () => {
    const shop = await subscribed();
    const change = await opened(shop, {
      flow_data: { type: 'subscription_update', subscription_update: { subscription: shop.subscription } },
    });
    expect(await heading(change)).toBe('Change plan');
    expect(await heading(await opened(shop, { flow_data: { type: 'customer_update' } }))).toBe('Your details');
  });
});

test('a used, altered or expired address opens nothing, and the page says so in the language of the browser', async () => {
  const shop = await subscribed();
  const { url } = await sessionOf(shop);
  const tab = await browser.tab();
  await tab.page.goto(url);
  const inside = tab.page.url();
  const other = await browser.tab();
  expect((await other.page.goto(url))?.status()).toBe(410);
  expect(await heading(other)).toBe('This page has expired');
  expect(await (await fetch(url, { headers: { 'accept-language': 'de-CH,de;q=0.9' } })).text()).toContain('Diese Seite ist abgelaufen');
  expect((await fetch(`${url}x`, { redirect: 'manual' })).status).toBe(410);
  expect((await fetch(`${service.url}/portal/x`)).status).toBe(404);
  const guessed = inside.replace(/\/[^/]+\/home$/, '/another-unguessable-session-1742/home');
  expect((await fetch(guessed)).status).toBe(410);
  expect((await fetch(guessed.replace('/home', '/details'), { method: 'POST', body: new URLSearchParams({ name: 'Al' }) })).status).toBe(
    410,
  );
  await shop.advance('2026-01-16T13:00');
  expect((await tab.page.reload())?.status()).toBe(410);
});

test('features that the configuration disables are not shown, and their addresses do nothing', async () => {
  const shop = await subscribed();
  const features = { customer_update: { enabled: true, allowed_updates: ['phone'] } };
  const { id: configuration } = await must(shop.client.post('/v1/billing_portal/configurations', { features }));
  const tab = await opened({ ...shop, configuration });
  const { page } = tab;
  for (const id of ['change', 'cancel', 'keep', 'invoices', 'choose', 'drop']) expect([id, await at(tab, id).count()]).toEqual([id, 0]);
  expect(await page.getByRole('link', { name: 'Add a card' }).count()).toBe(0);
  const home = page.url();
  const base = home.replace(/\/home$/, '');
  for (const path of ['/payment-methods/new', `/subscriptions/${shop.subscription}/change`, `/subscriptions/${shop.subscription}/cancel`]) {
    await page.goto(`${base}${path}`);
    expect(await heading(tab)).toBe('Your subscriptions and payments');
  }
  const sent = await fetch(`${base}/subscriptions/${shop.subscription}/cancel`, { method: 'POST', body: new URLSearchParams({}) });
  expect([sent.status, (await subscriptionOf(shop)).cancel_at_period_end]).toEqual([400, false]);
  await at(tab, 'change-details').click();
  expect(await page.getByRole('textbox').count()).toBe(1);
  expect((await page.goto(`${base}/subscriptions/sub_other/change`))?.status()).toBe(404);
});

test('hostile names run nothing, and the address of a page adds no text to it', async () => {
  const shop = await subscribed();
  const { client } = shop;
  const name = '<img src=x onerror=document.title="owned">';
  await must(client.post(`/v1/accounts/${await accountOf(client)}`, { business_profile: { name } }));
  await must(client.post(`/v1/customers/${shop.customer}`, { name, phone: '"><script>document.title="owned"</script>' }));
  await must(client.post(`/v1/products/${shop.product}`, { name }));
  await must(client.post(`/v1/prices/${shop.prices.large}`, { nickname: name }));
  await must(client.post(`/v1/billing_portal/configurations/${shop.configuration}`, { business_profile: { headline: name } }));
  const tab = await opened(shop);
  const home = tab.page.url();
  for (const path of [
    '/home?told=<script>',
    '/home?fault=constructor',
    '/details',
    `/subscriptions/${shop.subscription}/change`,
    `/subscriptions/${shop.subscription}/cancel`,
  ]) {
    const response = await tab.page.goto(home.replace('/home', path));
    expect(response?.headers()['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'nonce-[^']+'; img-src 'self' data:; form-action 'self'/,
    );
    expect(await tab.page.title()).not.toBe('owned');
    expect(await tab.page.locator('script, [onerror]').count()).toBe(0);
  }
  await tab.page.goto(`${home}?told=__proto__`);
  expect(await tab.page.getByRole('status').count()).toBe(0);
  expectQuiet(tab.watched, service.url);
});

describe('accessibility', () => {
  test.each(languages)('%s: axe finds no violation on the smallest phone, in dark and light mode', async (language) => {
    const shop = await subscribed();
    await must(shop.client.post(`/v1/customers/${shop.customer}/tax_ids`, { type: 'eu_vat', value: 'DE123456789' }));
    const tab = await opened(shop, { locale: language });
    await tab.page.setViewportSize({ width: 320, height: 640 });
    const home = tab.page.url();
    const paths = ['/home?told=changed', '/details', '/payment-methods/new', `/subscriptions/${shop.subscription}/change`];
    for (const path of [...paths, `/subscriptions/${shop.subscription}/cancel`]) {
      await tab.page.goto(home.replace('/home', path));
      expect([path, await tab.page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 320]);
      expect([path, await faultsInBothModes(tab)]).toEqual([path, []]);
    }
    expect(await tab.page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual([
      language,
      language === 'ar' ? 'rtl' : 'ltr',
    ]);
  });

  test('a plan is changed with the keyboard alone, and every focus is visible', async () => {
    const shop = await subscribed();
    const { page } = await opened(shop);
    const walkTo = async (wanted: RegExp): Promise<void> => {
      for (let stop = 0; stop < 25; stop++) {
        await page.keyboard.press('Tab');
        const [label, outline] = await page.evaluate<[string, string]>(
          '[document.activeElement.textContent || document.activeElement.name || "", getComputedStyle(document.activeElement).outlineStyle]',
        );
        expect([label, outline]).not.toEqual([label, 'none']);
        if (wanted.test(label)) return;
      }
      throw new Error(`No focused element says ${wanted}`);
    };
    await walkTo(/^Change plan$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Change plan' }).waitFor();
    await walkTo(/^price-/);
    await page.keyboard.press('ArrowDown');
    await walkTo(/^Continue$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Confirm the change' }).waitFor();
    await walkTo(/^Confirm$/);
    await page.keyboard.press('Enter');
    await page.getByText('Your subscription has been changed.').waitFor();
    expect((await subscriptionOf(shop)).items.data[0].price.id).toBe(shop.prices.large);
  });
});
