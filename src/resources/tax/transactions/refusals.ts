/** The refusal of a reversal of a reversal. */
export const of_reversal = {
  code: 'parameter_invalid',
  param: 'original_transaction',
  message: 'This transaction is a reversal itself. Send the transaction of a sale.',
} as const;

/** The refusal of a transaction of which nothing is left. */
export const all_back = {
  code: 'parameter_invalid',
  param: 'original_transaction',
  message: 'The whole transaction has been reversed already.',
} as const;

/** The refusal of a reversal without amounts. */
export const nothing_back = {
  code: 'parameter_invalid',
  param: 'line_items',
  message: 'The reversal takes nothing back. Send an amount below zero for a line or for shipping.',
} as const;

/** The refusal of a flat amount of nothing. */
export const nothing_flat = {
  code: 'parameter_invalid',
  param: 'flat_amount',
  message: 'The reversal takes nothing back. Send a flat_amount of -1 or less.',
} as const;

/** The refusal of a partial reversal without parts. */
export const nothing_named = {
  code: 'parameter_missing',
  param: 'line_items',
  message: 'With mode=partial send flat_amount, line_items or shipping_cost.',
} as const;
