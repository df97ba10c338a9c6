import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { roles } from '../../src/resources/core/members/member.js';
import { auditedService } from '../support/audited.js';
import { openMerchant } from '../support/keyholders.js';
import { good_password, invited, signedIn, visitor } from '../support/members.js';

const service = await auditedService();
const hour_ms = 3_600_000;

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } | null }): [number, string | undefined] => [
  status,
  body?.error?.code,
];

describe('invitations', () => {
  test('a link opens once, signs in, and tells whom it invites where', async () => {
    const { id, email, invitation } = await invited(service.client(), 'support');
    const browser = visitor(service);
    const shown = await browser.auth('invitation', { secret: invitation });
    expect(shown.body).toEqual({ account_name: 'Sandbox', email, name: null, role: 'support', accepted: false });
    const accepted = await browser.auth('invitation/accept', { secret: invitation, password: good_password, name: 'Jo' });
    expect(accepted.body).toEqual({ status: 'signed_in' });
    expect((await browser.auth('session')).body.member).toMatchObject({ id, email, name: 'Jo', role: 'support', modes: ['test'] });
    const again = await visitor(service).auth('invitation/accept', { secret: invitation, password: good_password });
    expect(codeOf(again)).toEqual([400, 'invitation_invalid']);
  });

  test('of two people who open a link at the same time, one is let in', async () => {
    const { invitation } = await invited(service.client());
    const both = await Promise.all(
      [1, 2].map(() => visitor(service).auth('invitation/accept', { secret: invitation, password: good_password })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('a link is void after three days, and after another one was made', async () => {
    const client = service.client();
    const { id, invitation } = await invited(client);
    const { body } = await client.post(`/v1/members/${id}/invite`);
    expect(body.invitation).not.toBe(invitation);
    expect(codeOf(await visitor(service).auth('invitation', { secret: invitation }))).toEqual([400, 'invitation_invalid']);
    expect((await visitor(service).auth('invitation', { secret: body.invitation })).status).toBe(200);
    service.advance(73 * hour_ms);
    const late = await visitor(service).auth('invitation/accept', { secret: body.invitation, password: good_password });
    expect(codeOf(late)).toEqual([400, 'invitation_invalid']);
  });

  test('the secret of an invitation is shown when it is made, and never again', async () => {
    const client = service.client();
    const { id, invitation } = await invited(client);
    const read = await client.get(`/v1/members/${id}`);
    expect(read.body).not.toHaveProperty('invitation');
    const logged = await service.until(async () => {
      const { text, body } = await client.get('/v1/request_logs', { object_id: id });
      return body.data.length > 0 && text;
    });
    expect(logged).toContain('"invitation":"[concealed]"');
    expect(logged).not.toContain(invitation);
  });
});

describe('signing in', () => {
  test('an unknown address and a wrong password have the same answer', async () => {
    const { email } = await signedIn(service, service.client());
    const wrong = await visitor(service).auth('sign_in', { email, password: 'another password' });
    const unknown = await visitor(service).auth('sign_in', { email: 'nothing@example.com', password: 'another password' });
    const uninvited = await visitor(service).auth('sign_in', {
      email: (await invited(service.client())).email,
      password: 'another password',
    });
    expect(codeOf(wrong)).toEqual([401, 'sign_in_failed']);
    for (const each of [unknown, uninvited]) expect(each.text).toBe(wrong.text);
  });

  test('the session has a new secret each time, and the one that the browser held before is void', async () => {
    const { email } = await signedIn(service, service.client());
    const attacker = await signedIn(service, service.client());
    const [planted = ''] = attacker.cookies.values();
    const browser = visitor(service);
    browser.cookies.set('florin_session', planted);
    await browser.auth('sign_in', { email, password: good_password });
    expect(browser.cookies.get('florin_session')).not.toBe(planted);
    expect((await browser.auth('session')).body.member.email).toBe(email);
    expect(codeOf(await attacker.api('GET', '/v1/balance'))).toEqual([401, 'session_ended']);
  });

  test('an address of two accounts chooses one of them, and only with the right password', async () => {
    const clients = [service.client(), service.client()];
    const email = 'both@example.com';
    for (const client of clients) {
      const { invitation } = await invited(client, 'analyst', email);
      await visitor(service).auth('invitation/accept', { secret: invitation, password: good_password });
    }
    const browser = visitor(service);
    expect(codeOf(await browser.auth('sign_in', { email, password: 'another password' }))).toEqual([401, 'sign_in_failed']);
    const { body } = await browser.auth('sign_in', { email, password: good_password });
    expect(body).toMatchObject({ status: 'choose_account', accounts: [{ name: 'Sandbox', livemode: false }, {}] });
    const member = body.accounts[1].member;
    await browser.auth('sign_in', { email, password: good_password, member });
    expect((await browser.auth('session')).body.member.id).toBe(member);
  });

  test('429: the eleventh attempt for one address in a quarter of an hour is refused, and other addresses are not', async () => {
    const { email } = await signedIn(service, service.client());
    for (let count = 0; count < 10; count++) await visitor(service).auth('sign_in', { email, password: 'another password' });
    expect(codeOf(await visitor(service).auth('sign_in', { email, password: good_password }))).toEqual([429, 'rate_limit']);
    service.advance(hour_ms / 4);
    expect((await visitor(service).auth('sign_in', { email, password: good_password })).body).toEqual({ status: 'signed_in' });
  });

  test('a form of another site cannot sign in, because only JSON is read', async () => {
    const response = await fetch(`${service.url}/dashboard/auth/sign_in`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'jo@example.com', password: good_password }),
    });
    expect(response.status).toBe(415);
  });

  test('a short, repeated or guessable password is refused with its rule', async () => {
    const { email, invitation } = await invited(service.client());
    for (const password of ['short', 'aaaaaaaaaaaa', email.slice(0, 20)]) {
      const { status, body } = await visitor(service).auth('invitation/accept', { secret: invitation, password });
      expect([status, body.error.param]).toEqual([400, 'password']);
    }
  });
});

describe('sessions', () => {
  test('403: a request with the cookie and without the token of its session is refused, whatever it does', async () => {
    const browser = await signedIn(service, service.client());
    const other = await signedIn(service, service.client());
    for (const token of ['', await other.csrf()])
      for (const [method, path] of [
        ['GET', '/v1/balance'],
        ['POST', '/v1/customers'],
      ] as const) {
        const body = method === 'POST' ? { name: 'Jo' } : undefined;
        expect(codeOf(await browser.api(method, path, body, { 'florin-csrf': token }))).toEqual([403, 'csrf_invalid']);
      }
    expect((await browser.api('POST', '/v1/customers', { name: 'Jo' })).status).toBe(200);
    expect(codeOf(await browser.auth('sign_out', {}, { 'florin-csrf': '' }))).toEqual([403, 'csrf_invalid']);
  });

  test('the cookie is for this host, hidden from scripts, and never sent from other sites', async () => {
    const { invitation } = await invited(service.client());
    const { headers } = await visitor(service).auth('invitation/accept', { secret: invitation, password: good_password });
    expect(headers.get('set-cookie')).toMatch(/^florin_session=mses_\w+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
  });

  test('a session ends two hours after its last use, and twelve hours after it began', async () => {
    const browser = await signedIn(service, service.client());
    const idle = await signedIn(service, service.client());
    const look = async (): Promise<number> => (await browser.api('GET', '/v1/balance')).status;
    for (let hours = 0; hours < 11; hours++) {
      service.advance(hour_ms);
      expect(await look()).toBe(200);
      const noted = Math.floor(service.now() / 1000) - 60;
      await service.until(async () => (await browser.api('GET', '/v1/member_sessions')).body.data[0].last_used > noted);
    }
    expect(codeOf(await idle.api('GET', '/v1/balance'))).toEqual([401, 'session_ended']);
    service.advance(hour_ms);
    expect(await look()).toBe(401);
  });

  test('a session that was revoked, signed out, or whose member was removed is refused at once', async () => {
    const client = service.client();
    const [revoked, out, removed] = [await signedIn(service, client), await signedIn(service, client), await signedIn(service, client)];
    for (const each of [revoked, out, removed]) expect((await each.api('GET', '/v1/balance')).status).toBe(200);
    const { body } = await client.get('/v1/member_sessions', { member: revoked.id });
    await client.del(`/v1/member_sessions/${body.data[0].id}`);
    const [kept = ''] = out.cookies.values();
    await out.auth('sign_out', {});
    expect(out.cookies.size).toBe(0);
    out.cookies.set('florin_session', kept);
    await client.del(`/v1/members/${removed.id}`);
    for (const each of [revoked, out, removed]) expect(codeOf(await each.api('GET', '/v1/balance'))).toEqual([401, 'session_ended']);
    expect((await client.get('/v1/member_sessions', { member: removed.id })).body.data).toEqual([]);
  });

  test('a new password ends the other sessions, and needs the current one', async () => {
    const browser = await signedIn(service, service.client());
    const other = visitor(service);
    await other.auth('sign_in', { email: browser.email, password: good_password });
    const wrong = await browser.auth('password', { current_password: 'another password', password: 'yet another password' });
    expect([wrong.status, wrong.body.error.param]).toEqual([401, 'current_password']);
    expect((await browser.auth('password', { current_password: good_password, password: 'yet another password' })).status).toBe(200);
    expect((await browser.api('GET', '/v1/balance')).status).toBe(200);
    expect(codeOf(await other.api('GET', '/v1/balance'))).toEqual([401, 'session_ended']);
    expect((await visitor(service).auth('sign_in', { email: browser.email, password: 'yet another password' })).status).toBe(200);
  });
});

describe('roles', () => {
  const operations = {
    'GET /v1/payment_intents': ['administrator', 'developer', 'analyst', 'support', 'view_only'],
    'POST /v1/customers': ['administrator', 'support'],
    'POST /v1/products': ['administrator', 'developer'],
    'POST /v1/payouts': ['administrator'],
    'GET /v1/beneficiaries': ['administrator', 'developer', 'analyst'],
    'GET /v1/request_logs': ['administrator', 'developer', 'analyst'],
    'GET /v1/webhook_endpoints': ['administrator', 'developer', 'analyst'],
    'GET /v1/members': ['administrator'],
    'POST /v1/members': ['administrator'],
    'GET /v1/member_sessions': ['administrator'],
    'GET /v1/audit_records': ['administrator'],
  };

  test('every role may do what its row says in live mode, and no more', async () => {
    const merchant = await openMerchant(service);
    for (const role of roles) {
      const browser = await signedIn(service, merchant.live, role, 'live');
      for (const [operation, allowed] of Object.entries(operations)) {
        const [method, path] = operation.split(' ') as ['GET' | 'POST', string];
        const { status } = await browser.api(method, path, method === 'POST' ? { name: 'A name' } : undefined);
        expect([role, operation, status === 403]).toEqual([role, operation, !allowed.includes(role)]);
      }
    }
  });

  test('a developer changes test objects, and reads live ones', async () => {
    const merchant = await openMerchant(service);
    const browser = await signedIn(service, merchant.live, 'developer', 'live');
    const create = (mode: string) => browser.api('POST', '/v1/customers', { name: 'Jo' }, { 'florin-mode': mode });
    expect(codeOf(await create('live'))).toEqual([403, 'permission_denied']);
    expect((await create('test')).body.livemode).toBe(false);
    expect((await browser.api('GET', '/v1/customers', undefined, { 'florin-mode': 'live' })).status).toBe(200);
  });

  test('403: a member of test mode has no access to live mode', async () => {
    const merchant = await openMerchant(service);
    const browser = await signedIn(service, merchant.test);
    expect(codeOf(await browser.api('GET', '/v1/balance', undefined, { 'florin-mode': 'live' }))).toEqual([403, 'permission_denied']);
    expect(codeOf(await browser.api('GET', '/v1/balance', undefined, { 'florin-mode': 'other' }))).toEqual([400, 'parameter_invalid']);
    expect((await merchant.live.get('/v1/members')).body.data).toEqual([]);
  });

  test('a changed role applies to open sessions at once', async () => {
    const client = service.client();
    await signedIn(service, client);
    const browser = await signedIn(service, client);
    expect((await browser.api('GET', '/v1/members')).status).toBe(200);
    await client.post(`/v1/members/${browser.id}`, { role: 'view_only' });
    expect((await browser.api('GET', '/v1/members')).status).toBe(403);
  });

  test('400: the last administrator cannot be removed or change the role, and one who has not accepted does not count', async () => {
    const client = service.client();
    const browser = await signedIn(service, client);
    await invited(client);
    for (const refused of [
      await client.del(`/v1/members/${browser.id}`),
      await client.post(`/v1/members/${browser.id}`, { role: 'support' }),
    ])
      expect(codeOf(refused)).toEqual([400, 'last_administrator']);
    const other = await signedIn(service, client);
    const both = await Promise.all([browser, other].map(({ id }) => client.del(`/v1/members/${id}`)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('audit records and request logs name the member', async () => {
    const client = service.client();
    const browser = await signedIn(service, client);
    const { id } = await invited(client);
    await browser.auth('sign_in', { email: browser.email, password: good_password });
    await browser.api('DELETE', `/v1/members/${id}`);
    const { body } = await client.get('/v1/audit_records', { actor: browser.id });
    expect(
      body.data.map(({ action, actor_type, subject }: { action: string; actor_type: string; subject: string }) => [
        action,
        actor_type,
        subject,
      ]),
    ).toEqual([
      ['DELETE /v1/members/:id', 'member', id],
      ['sign in', 'member', expect.stringMatching(/^mses_/)],
      ['accept an invitation', 'member', browser.id],
    ]);
    const log = await service.until(async () => (await client.get('/v1/request_logs', { path: `/v1/members/${id}` })).body.data[0]);
    expect(log).toMatchObject({ key: browser.id, key_type: 'member' });
  });
});

test('no password, secret or token is in the log, the database or a stored reply in the clear', async () => {
  const client = service.client();
  const password = 'a password to look for';
  const { email, invitation } = await invited(client);
  const browser = visitor(service);
  await browser.auth('invitation/accept', { secret: invitation, password });
  await browser.auth('sign_in', { email, password: `${password} that is wrong` });
  await browser.auth('sign_in', { email, password });
  const token = await browser.csrf();
  const secrets = [
    password,
    invitation.split('_secret_')[1] ?? '',
    browser.cookies.get('florin_session')?.split('_secret_')[1] ?? '',
    token,
  ];
  const said = service.lines.join('\n');
  const stored = await service.engine.database.query({
    text: `select (select json_agg(o)::text from objects o) || (select json_agg(e)::text from audit_records e) || coalesce((select json_agg(r)::text from request_logs r), '') as all`,
    values: [],
  });
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(said).not.toContain(secret);
    expect(JSON.stringify(stored)).not.toContain(secret);
  }
});

describe('one-time passwords', () => {
  const codeAt = (secret: string, ms: number): string => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: ms });

  /** A member who has turned one-time passwords on, with the secret and the recovery codes. */
  async function withTotp(): Promise<{ email: string; secret: string; codes: string[]; browser: Awaited<ReturnType<typeof signedIn>> }> {
    const browser = await signedIn(service, service.client());
    const { body } = await browser.auth('totp', { current_password: good_password });
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect(body.qr).toMatch(/^data:image\/svg/);
    const confirmed = await browser.auth('totp/confirm', { code: codeAt(body.secret, service.now()) });
    return { email: browser.email, secret: body.secret, codes: confirmed.body.recovery_codes, browser };
  }

  const begin = async (email: string) => {
    const browser = visitor(service);
    const { body } = await browser.auth('sign_in', { email, password: good_password });
    expect(body.status).toBe('second_factor');
    expect(browser.cookies.size).toBe(0);
    return { browser, proof: body.proof as string };
  };

  test('after the password, a code of the app signs in, once', async () => {
    const { email, secret } = await withTotp();
    service.advance(60_000);
    const code = codeAt(secret, service.now());
    const first = await begin(email);
    expect((await first.browser.auth('second_factor', { proof: first.proof, code })).body).toEqual({ status: 'signed_in' });
    expect((await first.browser.auth('session')).body.member).toMatchObject({ email, has_totp: true, recovery_codes: 10 });
    const again = await begin(email);
    expect(codeOf(await again.browser.auth('second_factor', { proof: again.proof, code }))).toEqual([401, 'second_factor_invalid']);
  });

  test('a recovery code signs in, once', async () => {
    const { email, codes } = await withTotp();
    expect(new Set(codes).size).toBe(10);
    const first = await begin(email);
    await first.browser.auth('second_factor', { proof: first.proof, code: String(codes[3]).toUpperCase() });
    expect((await first.browser.auth('session')).body.member.recovery_codes).toBe(9);
    const again = await begin(email);
    expect(codeOf(await again.browser.auth('second_factor', { proof: again.proof, code: codes[3] }))).toEqual([
      401,
      'second_factor_invalid',
    ]);
  });

  test('a wrong code, a changed proof and an old proof are refused', async () => {
    const { email, secret } = await withTotp();
    const { browser, proof } = await begin(email);
    expect(codeOf(await browser.auth('second_factor', { proof, code: '000000' }))).toEqual([401, 'second_factor_invalid']);
    service.advance(60_000);
    const code = codeAt(secret, service.now());
    expect(codeOf(await browser.auth('second_factor', { proof: `x${proof}`, code }))).toEqual([401, 'sign_in_failed']);
    service.advance(300_000);
    const late = await browser.auth('second_factor', { proof, code: codeAt(secret, service.now()) });
    expect(codeOf(late)).toEqual([401, 'sign_in_failed']);
  });

  test('they are turned on and off with the current password, and an administrator resets them for a member who has lost them', async () => {
    const client = service.client();
    const browser = await signedIn(service, client);
    expect(codeOf(await browser.auth('totp', {}))).toEqual([401, 'sign_in_failed']);
    const setup = (await browser.auth('totp', { current_password: good_password })).body;
    expect(codeOf(await browser.auth('totp/confirm', { code: '000000' }))).toEqual([401, 'second_factor_invalid']);
    expect((await browser.auth('session')).body.member.has_totp).toBe(false);
    await browser.auth('totp/confirm', { code: codeAt(setup.secret, service.now()) });
    expect(codeOf(await browser.auth('totp/remove', { current_password: 'another password' }))).toEqual([401, 'sign_in_failed']);
    await client.post(`/v1/members/${browser.id}`, { reset_second_factor: true });
    expect((await visitor(service).auth('sign_in', { email: browser.email, password: good_password })).body).toEqual({
      status: 'signed_in',
    });
  });
});
