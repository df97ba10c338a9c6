import { afterAll, describe, expect, test } from 'vitest';
import { settingsFor, signInAt, startIdentityProvider } from '../support/identity-provider.js';
import { good_password, invited, type Visitor, visitor } from '../support/members.js';
import { startService, type TestService } from '../support/service.js';

const services: TestService[] = [];
const provider = await startIdentityProvider(() => services.map(({ url }) => `${url}/dashboard/auth/single_sign_on/callback`));
const service = await startService(settingsFor(provider));
const strict = await startService({ ...settingsFor(provider), FLORIN_OIDC_REQUIRED: 'true' });
services.push(service, strict);
afterAll(async () => {
  for (const each of services) await each.stop();
  await provider.stop();
});

/** Goes to the provider and back as a person; answers with the fragment of the page that the browser ends on. */
async function throughProvider(browser: Visitor, person: string): Promise<string> {
  const { body } = await browser.auth('single_sign_on', {});
  const back = await signInAt(body.url, person);
  const { headers } = await browser.api('GET', back.slice(back.indexOf('/dashboard')));
  return headers.get('location')?.split('#')[1] ?? '';
}

const proofIn = (fragment: string): string => fragment.replace('single_sign_on=', '');

const addressOf = (name: string): string => `${name}_${Date.now()}@example.com`;

describe('single sign-on', () => {
  test('a person with an invitation signs in, and again without one', async () => {
    const { email, id } = await invited(service.client(), 'support', addressOf('ada'));
    for (const browser of [visitor(service), visitor(service)]) {
      const proof = proofIn(await throughProvider(browser, email));
      expect((await browser.auth('single_sign_on/finish', { proof })).body).toEqual({ status: 'signed_in' });
      expect((await browser.auth('session')).body.member).toMatchObject({ id, email, role: 'support', has_password: false });
    }
  });

  test('a person without an invitation is refused, with what to do', async () => {
    const browser = visitor(service);
    const proof = proofIn(await throughProvider(browser, addressOf('stranger')));
    const { status, body } = await browser.auth('single_sign_on/finish', { proof });
    expect([status, body.error.code]).toEqual([401, 'sign_in_failed']);
    expect(body.error.message).toMatch(/has no access to this dashboard\. Ask an administrator for an invitation/);
  });

  test('an address that the provider has not confirmed is refused', async () => {
    const { email } = await invited(service.client(), 'support', addressOf('unconfirmed'));
    expect(decodeURIComponent(await throughProvider(visitor(service), email))).toMatch(
      /single_sign_on_failed=The provider does not confirm/,
    );
  });

  test('another account of the provider with the same address is refused once a member has signed in', async () => {
    const { email } = await invited(service.client(), 'support', addressOf('twice'));
    const browser = visitor(service);
    await browser.auth('single_sign_on/finish', { proof: proofIn(await throughProvider(browser, email)) });
    const other = visitor(service);
    const proof = proofIn(await throughProvider(other, `${email}|other`));
    expect((await other.auth('single_sign_on/finish', { proof })).body.error.code).toBe('sign_in_failed');
  });

  test('a void invitation lets no one in', async () => {
    const { email } = await invited(service.client(), 'support', addressOf('late'));
    service.advance(4 * 86_400_000);
    const browser = visitor(service);
    const proof = proofIn(await throughProvider(browser, email));
    expect((await browser.auth('single_sign_on/finish', { proof })).body.error.code).toBe('invitation_invalid');
  });

  test('of two accounts that a person may enter, one is chosen', async () => {
    const email = addressOf('both');
    const members = [await invited(service.client(), 'support', email), await invited(service.client(), 'analyst', email)];
    const browser = visitor(service);
    const proof = proofIn(await throughProvider(browser, email));
    const { body } = await browser.auth('single_sign_on/finish', { proof });
    expect(body.accounts.map(({ member }: { member: string }) => member).sort()).toEqual(members.map(({ id }) => id).sort());
    expect((await browser.auth('single_sign_on/finish', { proof, member: members[1]?.id })).body).toEqual({ status: 'signed_in' });
    expect((await browser.auth('session')).body.member.role).toBe('analyst');
  });
});

describe('an answer of the provider', () => {
  test('is of no use in another browser, and is used once', async () => {
    const { email } = await invited(service.client(), 'support', addressOf('victim'));
    const browser = visitor(service);
    const proof = proofIn(await throughProvider(browser, email));
    const other = visitor(service);
    expect((await other.auth('single_sign_on/finish', { proof })).body.error.code).toBe('sign_in_failed');
    await other.auth('single_sign_on', {});
    expect((await other.auth('single_sign_on/finish', { proof })).body.error.code).toBe('sign_in_failed');
    expect((await browser.auth('single_sign_on/finish', { proof })).body).toEqual({ status: 'signed_in' });
    expect((await browser.auth('single_sign_on/finish', { proof })).status).toBe(429);
  });

  test('with another state, or without the cookie, is refused', async () => {
    const { email } = await invited(service.client(), 'support', addressOf('state'));
    const browser = visitor(service);
    const back = await signInAt((await browser.auth('single_sign_on', {})).body.url, email);
    const path = back.slice(back.indexOf('/dashboard'));
    const without = await visitor(service).api('GET', path);
    const forged = await browser.api('GET', path.replace(/state=[^&]+/, 'state=another'));
    for (const { headers } of [without, forged]) expect(headers.get('location')).toMatch(/#single_sign_on_failed=/);
  });
});

describe('where single sign-on is required', () => {
  test('passwords, passkeys and forgotten passwords are refused, and the provider signs in', async () => {
    const { email, invitation } = await invited(strict.client(), 'support', addressOf('only'));
    const tried = [
      await visitor(strict).auth('invitation/accept', { secret: invitation, password: good_password }),
      await visitor(strict).auth('sign_in', { email, password: good_password }),
      await visitor(strict).auth('password/forgotten', { email }),
    ];
    for (const { body } of tried)
      expect(body.error).toMatchObject({ code: 'sign_in_failed', message: 'Members sign in with Example Login here.' });
    const browser = visitor(strict);
    const proof = proofIn(await throughProvider(browser, email));
    expect((await browser.auth('single_sign_on/finish', { proof })).body).toEqual({ status: 'signed_in' });
  });
});

test('a provider that does not answer is named in the refusal, and does not keep the service from starting', async () => {
  const alone = await startService({ ...settingsFor({ issuer: 'http://127.0.0.1:9' }) });
  try {
    const { status, body } = await visitor(alone).auth('single_sign_on', {});
    expect([status, body.error.message]).toEqual([401, expect.stringMatching(/^Example Login does not answer/)]);
  } finally {
    await alone.stop();
  }
});
