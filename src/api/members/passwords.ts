import { Concealed } from '../../kernel/base/concealed.js';
import { refused } from '../../kernel/base/refusal.js';

const length = { min: 10, max: 200 } as const;

/** The cost of a hash, as OWASP recommends for argon2id: 19 MiB and two passes. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Loaded with the first password: commands and most processes need none. */
const argon2 = (): Promise<typeof import('@node-rs/argon2')> => import('@node-rs/argon2');

/** Equal passwords that keyboards spell differently. */
const spelled = (password: Concealed): string => password.reveal().normalize('NFKC');

/** Refuses a new password that is too short, or that the e-mail address contains. */
export function requireStrong(password: Concealed, email: string | null): void {
  const text = spelled(password);
  const refuse = (message: string): never => {
    throw refused({ code: 'parameter_invalid', param: 'password', message });
  };
  if (text.length < length.min) refuse(`A password needs at least ${length.min} characters. Several words are easy to remember.`);
  if (text.length > length.max) refuse(`A password may have at most ${length.max} characters.`);
  if (email?.toLowerCase().includes(text.toLowerCase()) || new Set(text).size < 4)
    refuse('This password is easy to guess. Choose several words.');
}

/** The argon2id hash of a password, with its salt and cost. */
export const hashOf = async (password: Concealed): Promise<Concealed> =>
  new Concealed(await (await argon2()).hash(spelled(password), cost));

/** A hash of a password that no one knows, so that an unknown address costs as much as a known one. */
let unknown: Promise<Concealed> | undefined;

/** Whether a password belongs to a hash; without a hash, the same work is done for nothing. */
export async function isPassword(stored: Concealed | undefined, given: Concealed): Promise<boolean> {
  unknown ??= hashOf(new Concealed(crypto.randomUUID()));
  const { verify } = await argon2();
  const matches = await verify((stored ?? (await unknown)).reveal(), spelled(given));
  return matches && stored !== undefined;
}
