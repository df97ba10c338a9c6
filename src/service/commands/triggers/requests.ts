import type { Fixture } from '../fixture.js';

type Params = object;
type More = Partial<Pick<Fixture, 'account' | 'expected_error_type'>>;

/** Requests of the triggers, in the format of fixture files. */
export const post = (name: string, path: string, params: Params = {}, more: More = {}): Fixture => ({
  name,
  path: `/v1/${path}`,
  method: 'post',
  params,
  ...more,
});

/** A request that reads an object. */
export const get = (name: string, path: string, params: Params = {}, more: More = {}): Fixture => ({
  name,
  path: `/v1/${path}`,
  method: 'get',
  params,
  ...more,
});

/** A request that deletes an object. */
export const del = (name: string, path: string, more: More = {}): Fixture => ({ name, path: `/v1/${path}`, method: 'delete', ...more });

/** How a type of event is triggered. */
export type Trigger = {
  readonly fixtures: readonly Fixture[];
  /** The request whose response is the connected account that the event belongs to. */
  readonly in_account?: string;
};

/** Triggers by the type of their event. */
export type Triggers = Readonly<Record<string, readonly Fixture[] | Trigger>>;

/** The seconds of days, for clocks. */
export const days = (count: number): number => count * 86_400;

/** When test clocks of triggers begin: 15 January 2027. */
export const clock_begins = 1_800_000_000;

/** A test clock. */
export const clock = post('clock', 'test_helpers/test_clocks', { frozen_time: clock_begins });

/** Moves the test clock; its due work runs in order before the next request. */
export const advance = (name: string, to_days: number): Fixture =>
  post(name, 'test_helpers/test_clocks/${clock:id}/advance', { frozen_time: clock_begins + days(to_days) });

/** Moves the clock of the whole sandbox, for objects that no test clock can have. */
export const advanceSandbox = (by_days: number): readonly Fixture[] => [
  get('sandbox', 'test_helpers/sandbox_clock'),
  post('sandbox_advance', 'test_helpers/sandbox_clock/advance', { frozen_time: `\${sandbox:frozen_time+${days(by_days)}}` }),
];

/** A customer. */
export const customer = post('customer', 'customers', { name: 'Jo Example', email: 'jo@example.com', description: 'from florin trigger' });

/** A customer with a card, on a test clock. */
export const customer_on_clock = [
  clock,
  post('customer', 'customers', {
    name: 'Jo Example',
    email: 'jo@example.com',
    test_clock: '${clock:id}',
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  }),
] as const;

/** A paid charge's parameters. */
export const paying = {
  amount: 2000,
  currency: 'usd',
  confirm: true,
  payment_method: 'pm_card_visa',
  payment_method_types: ['card'],
} as const;

/** A payment by card that succeeds. */
export const paid = post('payment_intent', 'payment_intents', paying);
