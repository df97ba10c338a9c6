import { isVersion, newest_version } from '../../kernel/base/api-version.js';
import { holdsCardNumber } from '../../kernel/base/concealed.js';
import { refused } from '../../kernel/base/refusal.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The version whose shape a response has; null for the native shape. `Stripe-Version` is stored with the endpoints that a caller creates, so it must
 * be a valid version. An SDK that sends none is recognized by its other headers.
 */
export function versionIn({ 'stripe-version': pinned, 'x-stripe-client-user-agent': client, 'user-agent': agent }: Headers): string | null {
  if (pinned === undefined) return client !== undefined || String(agent).startsWith('Stripe/') ? newest_version : null;
  if (typeof pinned === 'string' && isVersion(pinned) && !holdsCardNumber(pinned)) return pinned;
  const message =
    'Invalid Stripe-Version: send an API version such as 2025-09-30.clover, 2026-10-28.preview or 2022-11-15; a_beta=v1, or leave the header out.';
  throw refused({ code: 'parameter_invalid', param: 'Stripe-Version', message });
}
