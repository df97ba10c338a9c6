import type { Asked } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { isAllowed } from '../../accounts/accounts/requirements.js';

/** Why nothing can be transferred to an account; null where it can. */
export function requireTransferable(destination: It<typeof account>, own_id: string, asked: Asked, param = 'destination'): void {
  if (destination.id === own_id)
    asked.refuse({ code: 'parameter_invalid', param, message: 'An account cannot transfer funds to itself. Send a connected account.' });
  if (isAllowed(destination, 'transfers') || isAllowed(destination, 'legacy_payments') || isBare(destination)) return;
  const message = `The account ${destination.id} cannot take transfers: its capability transfers is not active. See its requirements.`;
  asked.refuse({ code: 'insufficient_capabilities_for_transfer', param, message });
}

/** An account of test mode with a dashboard of its own, as a bare `POST /v1/accounts` creates it: Stripe's fixtures transfer to it at once. */
const isBare = ({ livemode, type, requirements }: It<typeof account>): boolean =>
  !livemode && type === 'standard' && !requirements.disabled_reason?.startsWith('rejected');
