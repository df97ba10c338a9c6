import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { mug, pageAt, sessionOf, success_url } from '../support/checkout.js';
import { commonService } from '../support/services.js';
import { upload } from '../support/uploads.js';

const service = await commonService();

const htmlOf = async (url: string): Promise<{ readonly text: string; readonly policy: string }> => {
  const answer = await fetch(url);
  return { text: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' };
};

test('a logo by its file is shown from our own address, and an icon by its address from there', async () => {
  const shop = service.client();
  const logo = (await upload(service, shop, { purpose: 'business_logo' })).body.id;
  const branding_settings = {
    button_color: '#aa0055',
    display_name: 'Mugs & Co',
    icon: { type: 'url', url: 'https://pictures.example/icon.png' },
    logo: { type: 'file', file: logo },
  };
  const session = await sessionOf(shop, { branding_settings });
  expect(session.branding_settings).toMatchObject(branding_settings);
  const { branding } = (await must(pageAt(service, session.url).post(`/v1/checkout/sessions/${session.id}/look`))).page;
  expect(branding).toMatchObject({ display_name: 'Mugs & Co', icon: 'https://pictures.example/icon.png' });
  const { text, policy } = await htmlOf(session.url);
  expect(text).toContain('Mugs &amp; Co');
  expect(text).toContain(`src="/links/${branding.logo.split('/').at(-1)}"`);
  expect(text).toContain('href="https://pictures.example/icon.png"');
  expect(policy).toContain("img-src 'self' data: https://pictures.example;");
});

test('a session without branding has that of the account', async () => {
  const session = await sessionOf(service.client());
  expect(session).not.toHaveProperty('branding_settings');
  expect((await htmlOf(session.url)).policy).toContain("img-src 'self' data:;");
});

test.each([
  ['a color is no color', { button_color: 'red' }, 'branding_settings[button_color]'],
  ['a font is unknown', { font_family: 'papyrus' }, 'branding_settings[font_family]'],
  ['a picture has no address', { logo: { type: 'url' } }, 'branding_settings[logo][url]'],
  ['a picture has two places', { logo: { type: 'url', url: 'https://a.example/a.png', file: 'file_1' } }, 'branding_settings[logo][file]'],
  ['an address may run', { icon: { type: 'url', url: 'javascript:alert(1)' } }, 'branding_settings[icon][url]'],
])('400: %s', async (_, branding_settings, param) => {
  const answer = await service
    .client()
    .post('/v1/checkout/sessions', { branding_settings, line_items: [mug], mode: 'payment', success_url });
  expect([answer.status, answer.body.error?.param]).toEqual([400, param]);
});

test('400: a file of another purpose is no logo', async () => {
  const shop = service.client();
  const file = (await upload(service, shop, { purpose: 'dispute_evidence' })).body.id;
  const branding_settings = { logo: { type: 'file', file } };
  const answer = await shop.post('/v1/checkout/sessions', { branding_settings, line_items: [mug], mode: 'payment', success_url });
  expect([answer.status, answer.body.error?.param]).toEqual([400, 'branding_settings[logo]']);
});
