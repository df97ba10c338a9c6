import { internal, nullable } from '../../../kernel/base/fields.js';
import { country, oneOf, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, plainObject } from '../../../kernel/base/members.js';
import { address } from '../../parts.js';

/** Whether amounts include taxes, where neither a price nor a line says so. */
export const default_behaviors = ['exclusive', 'inclusive', 'inferred_by_currency'] as const;

/** How many registrations an account may have that have not expired. */
export const registrations_max = 200;

/** The number of calculated tax rates that an account remembers as objects of its own. */
const rates_max = 2000;

/**
 * The settings and registrations by which taxes are calculated. They are in the document of the account, because every rule that sums up a bill reads it.
 */
export const tax_position = internal(
  plainObject({
    /** The keys of the calculated tax rates that are stored as objects. */
    rates: listOf(text, rates_max),
    registrations: listOf(
      plainObject({
        id: text,
        active_from: timestamp,
        country,
        expires_at: nullable(timestamp),
        scheme: nullable(text),
        state: nullable(text),
        type: text,
      }),
      registrations_max,
    ),
    settings: plainObject({
      head_office: nullable(address),
      tax_behavior: nullable(oneOf(...default_behaviors)),
      tax_code: nullable(text),
    }),
  }),
);
