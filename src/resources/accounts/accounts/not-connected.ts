import type { Refusal } from '../../../kernel/base/refusal.js';

/** That something is only for accounts that a platform has made. */
export const notConnected = (id: string): Refusal => ({
  code: 'permission_denied',
  param: 'account',
  message: `${id} is no connected account: its own key cannot do this.`,
});
