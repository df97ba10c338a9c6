/** The states in which an intent waits for its payer or for a confirmation. */
export const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const;

type OpenState = (typeof open)[number];

/** Whether an intent has not been confirmed for good, and can still be confirmed, changed and canceled. */
export const isOpen = <I extends { readonly status: string }>(it: I): it is Extract<I, { readonly status: OpenState }> =>
  open.some((status) => status === it.status);
