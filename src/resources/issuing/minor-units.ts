import { integer } from '../../kernel/base/kinds.js';
import { billed_max } from '../../kernel/base/money.js';

/** How much is moved or held, in minor units. */
export const minor_units = integer({ minimum: 1, maximum: billed_max });

/** The same where nothing is an amount as well. */
export const minor_units_if_any = integer({ minimum: 0, maximum: billed_max });
