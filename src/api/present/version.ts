import { isVersion, newest_version } from '../../kernel/base/api-version.js';
import { holdsCardNumber } from '../../kernel/base/concealed.js';
import { refused } from '../../kernel/base/refusal.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The version in whose shape a caller is answered; null natively. What `Stripe-Version` pins is stored with the caller's endpoints, so it is
 * what a version can be. An SDK that pins none is known by what else it sends.
 */
export function versionIn({ 'stripe-version': pinned, 'x-stripe-client-user-agent': client, 'user-agent': agent }: Headers): string | null {
  if (pinned === undefined) return client !== undefined || String(agent).startsWith('Stripe/') ? newest_version : null;
  if (typeof pinned === 'string' && isVersion(pinned) && !holdsCardNumber(pinned)) return pinned;
  const message =
    'Invalid Stripe-Version: send an API version such as 2025-09-30.clover, 2026-10-28.preview or 2022-11-15; a_beta=v1, or leave the header out.';
  throw refused({ code: 'parameter_invalid', param: 'Stripe-Version', message });
}
