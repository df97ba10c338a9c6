import { newest_version } from '../base/api-version.js';
import { holdsCardNumber } from '../base/concealed.js';
import { refused } from '../base/refusal.js';

/** A date, the name of its release, and the names of previews that are switched on: `2025-09-30.clover; a_preview=v1`. */
const shape = /^(\d{4}-\d{2}-\d{2})(\.[a-z]+)?(; ?[\w-]+=\w+)*$/;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The version in whose shape a caller is answered; null natively. What `Stripe-Version` pins is stored with the caller's endpoints, so it is
 * what a version can be. An SDK that pins none is known by what else it sends.
 */
export function versionIn({ 'stripe-version': pinned, 'x-stripe-client-user-agent': client, 'user-agent': agent }: Headers): string | null {
  if (pinned === undefined) return client !== undefined || String(agent).startsWith('Stripe/') ? newest_version : null;
  if (typeof pinned === 'string' && pinned.length <= 100 && isDate(shape.exec(pinned)?.[1]) && !holdsCardNumber(pinned)) return pinned;
  const message = 'Invalid Stripe-Version: send the date of an API version such as 2025-09-30.clover, or leave the header out.';
  throw refused({ code: 'parameter_invalid', param: 'Stripe-Version', message });
}

/** Whether there is such a day. */
function isDate(text: string | undefined): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(`${text}T`);
}
