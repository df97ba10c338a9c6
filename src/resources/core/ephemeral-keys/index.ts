import { at, remove, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
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
    associated_objects: about(
      'The objects that the key opens: one customer.',
      listOf(object({ id: about('The id of the object.', text), type: about('The kind of object; always `customer`.', text) })),
    ),
    expires: about('When the key expires, in Unix seconds: an hour after it was created.', timestamp),
    secret: about("The key itself, which the payer's device sends. It is returned only when the key is created.", secret('key')),
  },
  start: null,
  timers: ['expire'],
  removable: true,
});

/** How long one holds, in seconds (Stripe). */
const lasts = 3600;

/** Makes a key for a customer. */
export const create = creation(ephemeralKey, {
  takes: { customer: about('The customer whose objects the key opens.', required(ref('customer'))) },
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
export const ephemeralKeys = [
  action('POST /v1/ephemeral_keys', create, {
    about: "Creates a key for a payer's own device, which opens the objects of one customer for an hour.",
  }),
  action('DELETE /v1/ephemeral_keys/:id', erase, { about: 'Ends an ephemeral key before it expires.' }),
  expire,
] as const;
