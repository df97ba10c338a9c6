import { at, remove, set } from '../../../kernel/base/effects.js';
import { required } from '../../../kernel/base/fields.js';
import { ref, secret, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { action, creation, rule, timer } from '../../../kernel/base/rules.js';

/** A key for a payer's own device, which is about one customer and holds for an hour. */
export const ephemeralKey = resource({
  object: 'ephemeral_key',
  // The secret begins as the id does, and SDKs on devices take no key that does not begin with `ek_`.
  prefix: 'ek',
  fields: {
    associated_objects: listOf(object({ id: text, type: text })),
    expires: timestamp,
    secret: secret('key'),
  },
  start: null,
  timers: ['expire'],
  removable: true,
});

/** How long one holds, in seconds (Stripe). */
const lasts = 3600;

/** Makes a key for a customer. */
export const create = creation(ephemeralKey, {
  takes: { customer: required(ref('customer')) },
  decide: ({ it, input: { customer } }, asked) => {
    const made = set(it, { associated_objects: [{ id: customer, type: 'customer' }], expires: asked.now + lasts });
    return [made, at(asked.now + lasts, made, 'expire')];
  },
});

/** Ends a key before its time. */
export const erase = rule(ephemeralKey, 'delete', { decide: ({ it }) => remove(it) });

/** Ends a key whose time has come. */
export const expire = timer(ephemeralKey, 'expire', { decide: ({ it }) => remove(it) });

/** The ephemeral keys group. */
export const ephemeralKeys = [action('POST /v1/ephemeral_keys', create), action('DELETE /v1/ephemeral_keys/:id', erase), expire] as const;
