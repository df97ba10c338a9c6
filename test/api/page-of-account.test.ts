import { expect, test } from 'vitest';
import { waitingPayment } from '../support/payer.js';
import { commonService } from '../support/services.js';
import { upload } from '../support/uploads.js';

const service = await commonService();

/** The details of the business that the page of a payment gets. */
async function shownToPage(client: ReturnType<typeof service.client>): Promise<Record<string, unknown>> {
  const token = (await waitingPayment(client)).page_url.split('/').at(-1);
  const answer = await fetch(`${service.url}/v1/account`, { headers: { authorization: `Bearer page_${token}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

test('the page of a payer gets the branding and the contact of the business, and no internal settings', async () => {
  const client = service.client();
  const { id } = (await client.get('/v1/account')).body;
  const support_address = { line1: '1 Main St', city: 'Springfield', country: 'US' };
  const business_profile = {
    name: 'Rocket Rides',
    support_email: 'help@rocket.example',
    support_url: 'https://rocket.example',
    support_address,
  };
  const logo = (await upload(service, client, { purpose: 'business_logo' })).body.id;
  const branding = { primary_color: '#6b21a8', logo, icon: logo };
  expect((await client.post(`/v1/accounts/${id}`, { business_profile, settings: { branding } })).status).toBe(200);
  const shown = await shownToPage(client);
  expect(shown).toEqual({
    id,
    object: 'account',
    business_profile: expect.objectContaining({ ...business_profile, support_address: expect.objectContaining(support_address) }),
    country: 'US',
    default_currency: 'usd',
    icon_link: shown.logo_link,
    logo_link: expect.stringContaining('/links/'),
    settings: { branding: { primary_color: '#6b21a8', secondary_color: null } },
  });
  expect((await fetch(String(shown.logo_link))).headers.get('content-type')).toMatch(/^image\//);
  const file = (await client.get(`/v1/files/${logo}`)).body;
  expect(file.links.data).toHaveLength(1);
});

test('another icon has its own link, and a removed one has none', async () => {
  const client = service.client();
  const { id } = (await client.get('/v1/account')).body;
  const [logo, icon] = [
    (await upload(service, client, { purpose: 'business_logo' })).body.id,
    (await upload(service, client, { purpose: 'business_icon' })).body.id,
  ];
  await client.post(`/v1/accounts/${id}`, { settings: { branding: { logo, icon } } });
  const both = await shownToPage(client);
  expect(both.icon_link).toMatch(/\/links\//);
  expect(both.icon_link).not.toBe(both.logo_link);
  await client.post(`/v1/accounts/${id}`, { settings: { branding: { icon: '' } } });
  expect(await shownToPage(client)).toMatchObject({ icon_link: null, logo_link: both.logo_link });
});
