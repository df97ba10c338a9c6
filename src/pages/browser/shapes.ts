/** Members by their names, as they come from a merchant or from the API. */
export type Json = Readonly<Record<string, unknown>>;

/** What is wrong with what a payer has typed in, as Stripe tells it. */
export type Fault = { readonly type: 'validation_error'; readonly code: string; readonly message: string };

/** Why something did not come about, as Stripe tells it. */
export type Failure = Json & { readonly type: string; readonly message: string };

/** How far an element is; nothing in it is secret. */
export type State = {
  readonly empty: boolean;
  readonly complete: boolean;
  readonly error?: Fault | undefined;
  /** What its change event tells besides. */
  readonly more: Json;
};

/** An intent as a browser sees it. */
export type Intent = Json & {
  readonly id: string;
  readonly object: 'payment_intent' | 'setup_intent';
  readonly status: string;
  readonly client_secret: string;
};

/** What the elements of a group are for. */
export type Purpose = {
  /** The types of payment method that are offered, in this order; null for all that take the currency. */
  readonly types: readonly string[] | null;
  readonly currency: string | null;
  /** Minor units; null where nothing is paid. */
  readonly amount: number | null;
  readonly livemode: boolean;
  /** The express ways that the account offers on this page; null where that was not asked. */
  readonly express: readonly string[] | null;
  /** The payment method is kept for later payments. */
  readonly kept: boolean;
};

/** How an element's frame is opened. */
export type Opening = {
  readonly type: string;
  readonly options: Json;
  readonly appearance: Json;
  readonly locale: string;
  readonly purpose: Purpose | null;
};

/** What an element holds, as it goes from its frame to the controller and nowhere else. */
export type Content = {
  readonly type: string;
  readonly data: Json;
  readonly error?: Fault | undefined;
};

/** What the controller answers: what has come about, or why it has not. */
export type Outcome = { readonly value: Json } | { readonly error: Failure };

/** Where the merchant's page goes on: the payer's step on a page of its own, or in a dialog. */
export type Step = { readonly kind: 'redirect' | 'dialog'; readonly url: string };

/** Members of something that may be none. */
export const membersOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});

/** Text, or nothing. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Two objects as one; what both have as objects is merged as well, and what the later says wins. */
export function merged(first: Json, second: Json): Json {
  const both = Object.entries(second).map(([name, value]) => {
    const before = first[name];
    return [name, isPlain(before) && isPlain(value) ? merged(before, value) : value] as const;
  });
  return { ...first, ...Object.fromEntries(both) };
}

const isPlain = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
