import { catalogue, type Language } from '../paper/languages.js';

/** What the pages of the customer portal say. What stands in braces is replaced. */
export type PortalWords = {
  readonly title: string;
  /** `{business}`, as in some of the others */
  readonly lead: string;
  readonly subscriptions: string;
  readonly no_subscriptions: string;
  readonly renews: string;
  readonly ends: string;
  readonly trial: string;
  readonly scheduled: string;
  readonly owed: string;
  readonly pay_owed: string;
  readonly quantity: string;
  readonly by_use: string;
  /** `{amount}` */
  readonly per: Readonly<Record<'day' | 'week' | 'month' | 'year', string>>;
  readonly every: string;
  readonly change: string;
  readonly cancel: string;
  readonly keep: string;
  readonly resume: string;
  readonly pause: string;
  /** `{date}` */
  readonly paused_until: string;
  readonly methods: string;
  readonly no_methods: string;
  readonly default: string;
  readonly expires: string;
  readonly make_default: string;
  readonly remove: string;
  readonly add_card: string;
  readonly details: string;
  readonly change_details: string;
  readonly invoices: string;
  readonly no_invoices: string;
  readonly view: string;
  readonly back: string;
  readonly return_to: string;
  readonly terms: string;
  readonly privacy: string;
  readonly change_lead: string;
  readonly promotion_code: string;
  readonly review: string;
  readonly confirm_title: string;
  readonly confirm_lead: string;
  readonly due_now: string;
  readonly due_later: string;
  readonly afterwards: string;
  readonly credit: string;
  readonly confirm: string;
  readonly cancel_title: string;
  readonly cancel_end: string;
  readonly cancel_now: string;
  readonly cancel_credited: string;
  readonly why: string;
  readonly comment: string;
  readonly stay: string;
  readonly offer: string;
  readonly accept_offer: string;
  readonly pause_title: string;
  readonly pause_lead: string;
  readonly pause_for: string;
  readonly keep_title: string;
  readonly keep_lead: string;
  readonly resume_lead: string;
  readonly card_lead: string;
  readonly save: string;
  readonly phone: string;
  readonly address: string;
  readonly shipping: string;
  readonly tax_ids: string;
  readonly tax_type: string;
  readonly tax_number: string;
  readonly done_title: string;
  readonly expired_title: string;
  readonly expired: string;
  /** How a subscription stands. */
  readonly statuses: Readonly<Record<'active' | 'incomplete' | 'past_due' | 'paused' | 'trialing' | 'unpaid', string>>;
  /** The cancellation feedback. */
  readonly reasons: Readonly<
    Record<
      'customer_service' | 'low_quality' | 'missing_features' | 'other' | 'switched_service' | 'too_complex' | 'too_expensive' | 'unused',
      string
    >
  >;
  /** What was done. */
  readonly told: Readonly<
    Record<'changed' | 'owed' | 'canceled' | 'stayed' | 'paused' | 'resumed' | 'card_added' | 'chosen' | 'dropped' | 'saved', string>
  >;
  /** Why something was not. */
  readonly faults: Readonly<Record<'refused' | 'needed' | 'code' | 'quantity' | 'typed' | 'bank' | 'card', string>>;
};

/** The words of the portal in each language. */
export const portal_words: Readonly<Record<Language, PortalWords>> = catalogue('portal');
