import { money } from '../format.js';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { constants } from '../kit/fields.js';
import { dates } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say, sayCount, words } from '../say.js';

type Coupon = {
  readonly id: string;
  readonly created: number;
  readonly amount_off: number | null;
  readonly currency: string | null;
  readonly duration: string;
  readonly duration_in_months: number | null;
  readonly max_redemptions: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly name: string | null;
  readonly percent_off: number | null;
  readonly redeem_by: number | null;
  readonly times_redeemed: number;
  readonly valid: boolean;
};

const offOf = ({ percent_off, amount_off, currency }: Coupon): string =>
  amount_off !== null && currency
    ? say('{amount} off', { amount: money(amount_off, currency) })
    : say('{amount} off', { amount: `${percent_off}%` });

const durationOf = ({ duration, duration_in_months }: Coupon): string =>
  duration_in_months === null ? words(duration) : sayCount('{count} months', duration_in_months);

const create: Action<null> = {
  label: 'Create coupon',
  is_primary: true,
  fields: () => [
    { name: 'name', label: 'Name', kind: 'text', hint: 'Customers see it on invoices.' },
    { name: 'id', label: 'ID', kind: 'text', hint: 'Optional. Letters, digits, - and _' },
    { name: 'kind', label: 'Discount', kind: 'choice', choices: constants(['percentage', 'amount']) },
    { name: 'percent_off', label: 'Percent off', kind: 'number', is_required: true, when: ({ kind }) => kind === 'percentage' },
    { name: 'currency', label: 'Currency', kind: 'text', initial: 'usd', when: ({ kind }) => kind === 'amount' },
    {
      ...{ name: 'amount_off', label: 'Amount off', kind: 'amount', is_required: true },
      currency: ({ currency }) => String(currency),
      when: ({ kind }) => kind === 'amount',
    },
    { name: 'duration', label: 'Duration', kind: 'choice', choices: constants(['once', 'repeating', 'forever']) },
    { name: 'duration_in_months', label: 'Months', kind: 'number', is_required: true, when: ({ duration }) => duration === 'repeating' },
    { name: 'max_redemptions', label: 'Maximum number of uses', kind: 'number' },
    { name: 'redeem_by', label: 'Valid until', kind: 'time' },
    { name: 'metadata', label: 'Metadata', kind: 'pairs' },
  ],
  request: (_, { kind: _kind, ...parameters }) => post('coupons', parameters),
  next: (answer) => `/coupons/${(answer as Coupon).id}`,
};

/** Coupons. */
export const coupons: Description<Coupon> = {
  name: 'coupons',
  path: 'coupons',
  label: 'Coupons',
  one: 'coupon',
  title: (coupon) => coupon.name ?? offOf(coupon),
  status: ({ valid }) => (valid ? 'valid' : 'expired'),
  columns: [
    member.text('Name', (it) => it.name ?? it.id),
    member.status(({ valid }) => (valid ? 'valid' : 'expired')),
    member.text('Discount', offOf),
    member.text('Duration', durationOf),
    member.text('Used', ({ times_redeemed, max_redemptions }) =>
      max_redemptions ? say('{part} of {whole}', { part: times_redeemed, whole: max_redemptions }) : times_redeemed,
    ),
    member.created,
    member.id,
  ],
  filters: [dates()],
  empty: { text: 'Coupons appear here. This command creates one:', command: 'coupons -d percent_off=20 -d duration=once' },
  create,
  facts: [
    member.created,
    member.text('Discount', offOf),
    member.text('Duration', durationOf),
    member.text('Used', (it) => it.times_redeemed),
    member.text('Maximum number of uses', (it) => it.max_redemptions),
    member.time('Valid until', (it) => it.redeem_by),
    member.metadata,
  ],
  related: [{ of: 'promotion-codes', parameters: ({ id }) => ({ coupon: id }) }],
  actions: [
    {
      label: 'Create promotion code',
      is_primary: true,
      when: ({ valid }) => valid,
      fields: () => [
        { name: 'code', label: 'Code', kind: 'text', hint: 'What customers enter. Without one, Florin makes a code.' },
        { name: 'customer', label: 'Only for', kind: 'object', of: 'customers' },
        { name: 'max_redemptions', label: 'Maximum number of uses', kind: 'number' },
        { name: 'expires_at', label: 'Valid until', kind: 'time' },
        { name: 'restrictions[first_time_transaction]', label: 'Only for a first purchase', kind: 'flag' },
      ],
      request: ({ id }, parameters) => post('promotion_codes', { coupon: id, ...parameters }),
      next: (answer) => `/promotion-codes/${(answer as Coupon).id}`,
    },
    {
      label: 'Edit',
      fields: ({ name, metadata }) => [
        { name: 'name', label: 'Name', kind: 'text', initial: name },
        { name: 'metadata', label: 'Metadata', kind: 'pairs', initial: metadata },
      ],
      request: ({ id }, parameters) => post(`coupons/${encodeURIComponent(id)}`, parameters),
    },
    {
      label: 'Delete',
      is_destructive: true,
      question: () => say('The coupon can no longer be used. Existing discounts remain.'),
      request: ({ id }) => ({ method: 'DELETE', path: `coupons/${encodeURIComponent(id)}` }),
      next: () => '/coupons',
    },
  ],
};
