import { describe, expect, test } from 'vitest';
import { newestMails } from '../../src/delivery/mail/outbox.js';
import { auditedService } from '../support/audited.js';
import { openMerchant } from '../support/keyholders.js';
import { good_password, invited, signedIn, visitor } from '../support/members.js';

const service = await auditedService();
const hour_ms = 3_600_000;

/** The messages to an address with a subject, newest first, once there are so many. */
async function mailsTo(
  email: string,
  count: number,
  subject = /invites|lädt/,
): Promise<readonly { readonly subject: string; readonly text: string }[]> {
  let found: Awaited<ReturnType<typeof mailsTo>> = [];
  await service.until(async () => {
    found = (await newestMails(service.engine.database, null)).filter(({ to, subject: of }) => to === email && subject.test(of));
    return found.length >= count;
  });
  return found;
}

/** The secret part of the link in a message. */
const linkIn = ({ text }: { readonly text: string } = { text: '' }): string => /invitation#(\S+)/.exec(text)?.[1] ?? '';

/** A link for a forgotten password, from the message to an address. */
async function forgottenLink(email: string): Promise<string> {
  expect((await visitor(service).auth('password/forgotten', { email })).body).toEqual({ status: 'sent' });
  return linkIn((await mailsTo(email, 1, /A new password/))[0]);
}

describe('an invitation by e-mail', () => {
  test('is sent in the language of the request, and its link opens once', async () => {
    const email = `ada_${Date.now()}@example.com`;
    const { body } = await service.client().post('/v1/members', { email, role: 'support', locale: 'de' });
    const [mail] = await mailsTo(email, 1);
    expect(mail?.subject).toBe('[TEST] Sandbox lädt Sie zum Dashboard ein');
    const secret = linkIn(mail);
    expect(secret).not.toBe(body.invitation);
    const browser = visitor(service);
    expect((await browser.auth('invitation', { secret })).body).toMatchObject({ email, role: 'support' });
    expect((await browser.auth('invitation/accept', { secret, password: good_password })).body).toEqual({ status: 'signed_in' });
    const again = await visitor(service).auth('invitation/accept', { secret, password: good_password });
    expect(again.body.error.code).toBe('invitation_invalid');
    // The link that the inviting person has seen is the same invitation.
    const other = await visitor(service).auth('invitation/accept', { secret: body.invitation, password: good_password });
    expect(other.body.error.code).toBe('invitation_invalid');
  });

  test('400: a link with a changed member, moment or signature is none', async () => {
    const { email } = await invited(service.client());
    const secret = linkIn((await mailsTo(email, 1))[0]);
    const [id, expires, mac = ''] = secret.split('.');
    const another = await invited(service.client());
    for (const forged of [`${another.id}.${expires}.${mac}`, `${id}.${Number(expires) + 1}.${mac}`, `${id}.${expires}.${mac.slice(1)}a`]) {
      const { status, body } = await visitor(service).auth('invitation', { secret: forged });
      expect([status, body.error.code]).toEqual([400, 'invitation_invalid']);
    }
  });

  test('its link waits in no queue and in no event: a key that may read both does not become a member', async () => {
    const client = service.client();
    const { email } = await invited(client);
    const secret = linkIn((await mailsTo(email, 1))[0]);
    expect((await client.get('/v1/events', { limit: '100' })).text).not.toContain(secret);
    expect((await client.get('/v1/request_logs', { limit: '100' })).text).not.toContain(secret);
    const { body: account } = await client.get('/v1/account');
    expect(await newestMails(service.engine.database, `${account.id}_test`)).toEqual([]);
  });
});

describe('a forgotten password', () => {
  test('a link to choose another is sent, ends the sessions of the member, and opens once', async () => {
    const client = service.client();
    const browser = await signedIn(service, client);
    const { email } = browser;
    const secret = await forgottenLink(email);
    expect((await browser.auth('session')).body.member).toMatchObject({ email });
    const password = 'another four plain words';
    const elsewhere = visitor(service);
    expect((await elsewhere.auth('invitation', { secret })).body).toMatchObject({ email, accepted: true });
    expect((await elsewhere.auth('invitation/accept', { secret, password })).body).toEqual({ status: 'signed_in' });
    expect((await browser.auth('session')).body.member).toBeNull();
    expect((await visitor(service).auth('sign_in', { email, password: good_password })).body.error.code).toBe('sign_in_failed');
    expect((await visitor(service).auth('sign_in', { email, password })).body).toEqual({ status: 'signed_in' });
    expect((await visitor(service).auth('invitation/accept', { secret, password })).body.error.code).toBe('invitation_invalid');
  });

  test('the link is void after an hour, and the password is unchanged', async () => {
    const { email } = await signedIn(service, service.client());
    const secret = await forgottenLink(email);
    service.advance(hour_ms);
    const late = await visitor(service).auth('invitation/accept', { secret, password: 'another four plain words' });
    expect(late.body.error.code).toBe('invitation_invalid');
    expect((await visitor(service).auth('sign_in', { email, password: good_password })).body).toEqual({ status: 'signed_in' });
  });

  test('an unknown address and that of a person who has not accepted have the same answer, and get no message', async () => {
    const client = service.client();
    const { email: pending } = await invited(client);
    await mailsTo(pending, 1);
    for (const email of [pending, 'nobody@example.com'])
      expect((await visitor(service).auth('password/forgotten', { email })).body).toEqual({ status: 'sent' });
    // A later message to another member has arrived, so an earlier one would have too.
    const { email } = await signedIn(service, client);
    await forgottenLink(email);
    for (const none of [pending, 'nobody@example.com']) expect(await mailsTo(none, 0, /A new password/)).toEqual([]);
  });

  test('429: the eleventh request for one address in a quarter of an hour is refused', async () => {
    const ask = (): Promise<{ status: number }> => visitor(service).auth('password/forgotten', { email: 'often@example.com' });
    for (let times = 0; times < 10; times++) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });

  test('without a mail server no message is queued in live mode', async () => {
    const { live } = await openMerchant(service);
    await invited(live);
    const jobs = await service.engine.database.query({
      text: `select 1 from jobs where queue = 'mail' and account not like '%\\_test'`,
      values: [],
    });
    expect(jobs).toEqual([]);
  });
});
