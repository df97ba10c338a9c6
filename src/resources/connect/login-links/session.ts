import type { Refusal } from '../../../kernel/base/refusal.js';
import type { LoginLink } from './login-link.js';

/** Whether a caller holds the secret of an open link, by its fingerprint. */
export const isWith = ({ session, session_until = 0 }: LoginLink, fingerprint: string, now: number): boolean =>
  session === fingerprint && now < session_until;

/** The refusal of an ended link. */
export const over: Refusal = { code: 'account_link_expired' };
