import { run, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { one, own } from '../../../kernel/base/reads.js';
import { creation, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { customer } from '../../customers/customers/customer.js';
import { begun } from './create.js';
import { item_id } from './line-item.js';
import { offeredAgain } from './optional.js';
import { type Session, session } from './session.js';

/** What a session takes over from the one that it stands for. */
const taken_over = [
  ...([
    'adaptive_pricing',
    'branding_pictures',
    'branding_settings',
    'after_completion',
    'after_expiration',
    'billing_address_collection',
    'cancel_url',
    'client_reference_id',
  ] as const),
  ...([
    'consent_collection',
    'currency',
    'custom_fields',
    'custom_text',
    'customer',
    'customer_creation',
    'customer_email',
    'invoice_creation',
  ] as const),
  ...([
    'locale',
    'integration_identifier',
    'metadata',
    'mode',
    'origin_context',
    'payment_method_data',
    'permissions',
    'wallet_options',
    'name_collection',
    'optional_items',
    'payment_intent_data',
    'payment_link',
    'payment_method_collection',
  ] as const),
  ...(['payment_method_options', 'payment_method_types', 'phone_number_collection', 'redirect_on_completion', 'return_url'] as const),
  ...(['saved_payment_method_options', 'setup_intent_data', 'shipping_address_collection', 'shipping_options', 'submit_type'] as const),
  ...(['subscription_data', 'success_url', 'tax_id_collection', 'ui_mode'] as const),
] as const;

type Name = (typeof taken_over)[number];
type TakenOver = { readonly [K in Name]?: Exclude<Session[K], undefined> } & Pick<Session, 'currency' | 'mode' | 'shipping_options'>;

const asBefore = (it: Session): TakenOver =>
  Object.fromEntries(taken_over.flatMap((name) => (it[name] === undefined ? [] : [[name, it[name]]]))) as TakenOver;

/** A session like one that has expired. */
export const createAgain = creation(session, {
  takes: { lost: about('The expired session that the new one replaces.', required(ref('checkout.session'))) },
  reads: { account: own(account), expired: one(session, 'lost'), customer: one(customer, 'expired.customer') },
  decide: ({ it, expired, ...parties }, asked) => {
    const items = (expired.line_items?.data ?? []).map((item) => ({ ...item, id: asked.fresh(item_id) }));
    const allow_promotion_codes = expired.after_expiration?.recovery?.allow_promotion_codes ?? false;
    const places = new Map((expired.line_items?.data ?? []).map(({ id }, place) => [id, items[place]?.id ?? id]));
    const offer = offeredAgain(expired, (id) => places.get(id) ?? asked.fresh(item_id));
    const given = { ...asBefore(expired), ...offer, allow_promotion_codes, discounts_kept: [], recovered_from: expired.id };
    return begun(it, given, items, parties, null, asked);
  },
});

/** Recovers an expired session, where the merchant enables it: a new session with the same items, once. */
export const recover = rule(session, 'recover', {
  from: ['expired'],
  decide: ({ it }, asked) => {
    const { enabled = false, expires_at = null } = it.after_expiration?.recovery ?? {};
    if (!enabled || expires_at === null || asked.now >= expires_at)
      return asked.refuse({
        code: 'checkout_session_unexpected_state',
        message: 'This Checkout Session cannot be recovered. Create another one.',
      });
    if (it.recovered_url !== undefined) return set(it, {}, null);
    const id = asked.fresh(session);
    return [
      run(createAgain, id, { lost: it.id }),
      set(it, { recovered_url: asked.pageUrl('checkout', { object: session.object, id }, id) }, null),
    ];
  },
});
