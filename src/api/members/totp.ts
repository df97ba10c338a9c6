import { Concealed } from '../../kernel/base/concealed.js';
import { refused } from '../../kernel/base/refusal.js';
import { sameText } from '../../kernel/engine/perform.js';
import { qrCode } from '../../pictures/qr.js';
import type { FoundSession } from '../keys/session.js';
import { act, recordRefused } from './act.js';
import { memberOf, requirePassword } from './profile.js';
import { provenBy } from './proofs.js';
import { type Asking, actingIn, beginSession, type MemberServing } from './serving.js';
import { contentsOf, memberById, nameOfAccount, type StoredMember } from './store.js';

/** Loaded for the first one-time password: most processes need none. */
const library = (): Promise<typeof import('otpauth')> => import('otpauth');

const period_seconds = 30;

/** The time step of a right code, also of the step before and after the current one; null for a wrong code. */
async function stepOf(secret: Concealed, code: string, now_ms: number): Promise<number | null> {
  const { Secret, TOTP } = await library();
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret.reveal()),
    timestamp: now_ms,
    window: 1,
    period: period_seconds,
  });
  return delta === null ? null : Math.floor(now_ms / 1000 / period_seconds) + delta;
}

/** One character for each value of five bits, without those that are mistaken for others (Crockford's base 32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const recovery = { codes: 10, characters: 12 } as const;

/** A code of twelve characters, in groups of four. */
const codeOf = (bytes: Uint8Array): string =>
  [...bytes.slice(0, recovery.characters)]
    .map((each, place) => `${place > 0 && place % 4 === 0 ? '-' : ''}${alphabet[each % 32]}`)
    .join('');

const hashOfCode = ({ cookies }: MemberServing, { id }: StoredMember, code: string): string =>
  cookies.vault.hash('recovery code', `${id} ${code.toLowerCase().replaceAll('-', '')}`).toString('base64url');

/** What an authenticator app reads. */
export type Setup = { readonly secret: string; readonly uri: string; readonly qr: string };

/** Makes a secret of one-time passwords, which counts once a code of it was entered. */
export async function beginTotp(
  serving: MemberServing,
  { request }: Asking,
  session: FoundSession,
  password: Concealed | undefined,
): Promise<Setup> {
  const member = await memberOf(serving, session);
  await requirePassword(serving, member, password);
  const { Secret, TOTP } = await library();
  const secret = new Secret({ buffer: Uint8Array.from(serving.random(20)).buffer });
  await act(serving.engine, actingIn(request, member, null), serving.rules.beginTotp, member.id, { secret: new Concealed(secret.base32) });
  const business = await nameOfAccount(serving.engine, member.account);
  const uri = new TOTP({
    issuer: business ? `Florin ${business}` : 'Florin',
    label: member.email ?? member.id,
    secret,
    period: period_seconds,
  }).toString();
  return { secret: secret.base32, uri, qr: qrCode(uri).svg };
}

/** Turns one-time passwords on with a first code, and returns the recovery codes, which are not shown again. */
export async function confirmTotp(
  serving: MemberServing,
  { request }: Asking,
  session: FoundSession,
  code: string,
): Promise<{ readonly recovery_codes: readonly string[] }> {
  const { engine, attempts } = serving;
  const member = await memberOf(serving, session);
  await attempts.byName(`code ${member.id}`);
  const { totp_begun } = await contentsOf(engine, member);
  const step = totp_begun ? await stepOf(totp_begun, code, engine.now_ms()) : null;
  if (step === null) throw refused({ code: 'second_factor_invalid', param: 'code' });
  const recovery_codes = Array.from({ length: recovery.codes }, () => codeOf(serving.random(recovery.characters)));
  const hashes = recovery_codes.map((each) => new Concealed(hashOfCode(serving, member, each)));
  await act(engine, actingIn(request, member, 'turn one-time passwords on'), serving.rules.confirmTotp, member.id, {
    recovery: hashes,
    step,
  });
  return { recovery_codes };
}

/** Turns one-time passwords off. */
export async function removeTotp(
  serving: MemberServing,
  { request }: Asking,
  session: FoundSession,
  password: Concealed | undefined,
): Promise<void> {
  const member = await memberOf(serving, session);
  await requirePassword(serving, member, password);
  await act(serving.engine, actingIn(request, member, 'turn one-time passwords off'), serving.rules.removeTotp, member.id, {});
}

type Sent = { readonly proof: string; readonly code: Concealed };

/** Signs in with a one-time password or a recovery code, after the password. */
export async function signInBySecondFactor(serving: MemberServing, asking: Asking, { proof, code }: Sent): Promise<void> {
  const { engine, cookies, attempts } = serving;
  const { request } = asking;
  await attempts.byAddress(request.ip);
  const { id } = provenBy<{ readonly id: string }>(cookies.vault, 'second factor', proof, engine.now_ms());
  await attempts.byName(`code ${id}`);
  const member = await memberById(engine, id);
  if (!member?.has_totp) throw refused({ code: 'sign_in_failed' });
  if (!(await useCode(serving, asking, member, code.reveal()))) {
    await recordRefused(engine, actingIn(request, member, 'sign in'));
    throw refused({ code: 'second_factor_invalid', param: 'code' });
  }
  await beginSession(serving, asking, member, 'password');
}

/** Uses up a one-time password or a recovery code; false if it is none of the member's. */
async function useCode(serving: MemberServing, { request }: Asking, member: StoredMember, code: string): Promise<boolean> {
  const { engine, rules } = serving;
  const { totp, ...kept } = await contentsOf(engine, member);
  const acting = actingIn(request, member, null);
  if (/^\d{6}$/.test(code)) {
    const step = totp ? await stepOf(totp, code, engine.now_ms()) : null;
    if (step === null) return false;
    await act(engine, acting, rules.useTotp, member.id, { step });
    return true;
  }
  const hash = hashOfCode(serving, member, code);
  const name = Object.keys(kept).find((each) => /^recovery_/.test(each) && sameText(kept[each]?.reveal() ?? '', hash));
  if (!name) return false;
  await act(engine, acting, rules.useRecovery, member.id, { code: name });
  return true;
}
