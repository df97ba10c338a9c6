import type { Refusal } from '../../../kernel/base/refusal.js';
import type { LoginLink } from './login-link.js';

/** Whether whoever asks has opened a link, by the fingerprint of what they go on with, and may still. */
export const isWith = ({ session, session_until = 0 }: LoginLink, fingerprint: string, now: number): boolean =>
  session === fingerprint && now < session_until;

/** That a link leads nowhere any more. */
export const over: Refusal = { code: 'account_link_expired' };
