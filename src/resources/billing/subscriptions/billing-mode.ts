import { about, required } from '../../../kernel/base/fields.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';

/** How credits are counted, as callers say it. */
export const billing_mode_input = about(
  'How changes are prorated; `flexible` by default, `classic` for API versions before 2025-09-30.',
  object({
    flexible: about(
      'Settings of flexible mode.',
      object({
        proration_discounts: about(
          'Whether prorations contain their discounts (`included`, the default) or show them separately (`itemized`).',
          oneOf('included', 'itemized'),
        ),
      }),
    ),
    type: about(
      '`flexible` credits what was actually charged; `classic` recomputes it from the present prices.',
      required(oneOf('flexible', 'classic')),
    ),
  }),
);
