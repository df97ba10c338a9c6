import type { Refusal } from '../../../kernel/base/refusal.js';

/** That something is only for accounts that a platform has made. */
export const notConnected = (id: string): Refusal => ({
  code: 'permission_denied',
  param: 'account',
  message: `${id} is not a connected account, and only a platform can do this for a connected account.`,
});
