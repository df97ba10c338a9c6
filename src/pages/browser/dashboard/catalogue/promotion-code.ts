import { post } from '../kit/action.js';
import type { Description } from '../kit/description.js';
import { choice, dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';

type PromotionCode = {
  readonly id: string;
  readonly created: number;
  readonly active: boolean;
  readonly code: string;
  readonly coupon: { readonly id: string; readonly name: string | null } | null;
  readonly customer: string | null;
  readonly expires_at: number | null;
  readonly max_redemptions: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly times_redeemed: number;
};

const statusOf = ({ active }: PromotionCode): string => (active ? 'active' : 'inactive');

/** Promotion codes. */
export const promotionCodes: Description<PromotionCode> = {
  name: 'promotion-codes',
  path: 'promotion_codes',
  label: 'Promotion codes',
  one: 'promotion code',
  title: ({ code }) => code,
  status: statusOf,
  columns: [
    member.text('Code', (it) => it.code),
    member.status(statusOf),
    member.text('Coupon', (it) => it.coupon?.name ?? it.coupon?.id),
    member.text('Used', (it) => it.times_redeemed),
    member.time('Valid until', (it) => it.expires_at),
    member.created,
    member.id,
  ],
  filters: [choice('active', ['true', 'false'], 'Active'), equal('code', 'Code'), equal('coupon', 'Coupon'), dates()],
  empty: {
    text: 'Promotion codes appear here. A coupon creates them, or this command:',
    command: 'promotion_codes -d coupon=… -d code=SPRING',
  },
  facts: [
    member.created,
    member.text('Coupon', (it) => it.coupon?.name ?? it.coupon?.id),
    member.reference('Customer', (it) => it.customer),
    member.text('Used', (it) => it.times_redeemed),
    member.text('Maximum number of uses', (it) => it.max_redemptions),
    member.time('Valid until', (it) => it.expires_at),
    member.metadata,
  ],
  actions: [
    { label: 'Deactivate', when: ({ active }) => active, request: ({ id }) => post(`promotion_codes/${id}`, { active: false }) },
    { label: 'Activate', when: ({ active }) => !active, request: ({ id }) => post(`promotion_codes/${id}`, { active: true }) },
  ],
};
