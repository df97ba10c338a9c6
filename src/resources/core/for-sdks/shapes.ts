type Json = Readonly<Record<string, unknown>>;

/** A value, or one by the member's surroundings: the object that has it, and the whole document. */
export type Completion = unknown | ((around: Json, it: Json) => unknown);

/** How SDKs see an object: the members that they leave out if nothing is set, and those that they always have. */
export type SdkShape = {
  /** Paths of members that are null natively, and left out for SDKs. */
  readonly unset?: readonly string[];
  /** What SDKs find at paths where Florin has nothing, if the object around them is there. */
  readonly complete?: Readonly<Record<string, Completion>>;
};

const error_unset = ['charge', 'decline_code', 'doc_url', 'param'] as const;

/** The member that the type of a wallet names, of which these wallets have no details. */
const wallet_complete = Object.fromEntries(
  ['apple_pay', 'google_pay'].map((type) => [`wallet.${type}`, (around: Json) => (around.type === type ? {} : undefined)]),
);

const card_complete = { generated_from: null, regulated_status: null, wallet: null, ...wallet_complete };

/**
 * The kinds of objects whose members are null or left out differently in the types of Stripe. Natively a member without a value is null, so that
 * callers know it; typed clients distinguish both.
 */
export const sdk_shapes: Readonly<Record<string, SdkShape>> = {
  account: {
    unset: [
      'business_profile.annual_revenue',
      'business_profile.estimated_worker_count',
      'business_profile.monthly_estimated_revenue',
      'company',
      'company.address_kana',
      'company.address_kanji',
      'company.administrative_address',
      'company.directorship_declaration',
      'company.export_license_id',
      'company.export_purpose_code',
      'company.ownership_declaration',
      'company.ownership_exemption_reason',
      'company.physical_address',
      'company.principal_place_of_business',
      'company.registration_date',
      'company.representative_declaration',
      'company.structure',
      'company.tax_id_registrar',
      'controller',
      'individual',
      'settings.card_issuing.tos_acceptance.user_agent',
      'settings.payouts.schedule.monthly_anchor',
      'settings.payouts.schedule.monthly_payout_days',
      'settings.payouts.schedule.start_of_day',
      'settings.payouts.schedule.weekly_anchor',
      'settings.payouts.schedule.weekly_payout_days',
      'tos_acceptance.service_agreement',
    ],
    complete: {
      // Accounts of earlier versions have no such member until they are changed.
      'settings.dashboard.display_name': (_: Json, it: Json) => (it.business_profile as Json | null)?.name ?? null,
    },
  },
  balance_settings: { complete: { 'payments.payouts.automatic_transfer_rules_by_currency': null } },
  charge: {
    unset: [
      'fraud_details.stripe_report',
      'fraud_details.user_report',
      'outcome.risk_score',
      'outcome.rule',
      'payment_method_details.card.capture_before',
      'transfer',
    ],
    complete: {
      'payment_method_details.card.authorization_code': null,
      'payment_method_details.card.electronic_commerce_indicator': null,
      'payment_method_details.card.installments': null,
      'payment_method_details.card.network_transaction_id': null,
      'payment_method_details.card.regulated_status': null,
      'payment_method_details.card.transaction_link_id': null,
      ...under('payment_method_details.card', wallet_complete),
    },
  },
  'checkout.session': {
    unset: ['line_items', 'name_collection'],
    complete: {
      client_secret: null,
      customer_account: null,
      managed_payments: null,
      ...under('branding_settings', {
        background_color: '#ffffff',
        border_style: 'rounded',
        font_family: 'default',
        icon: null,
        logo: null,
      }),
      'optional_items.adjustable_quantity': null,
    },
  },
  confirmation_token: {
    unset: ['payment_method_preview.card', 'payment_method_preview.sepa_debit'],
    complete: {
      payment_method_options: null,
      ...under('payment_method_preview.card', card_complete),
      'payment_method_preview.customer_account': null,
    },
  },
  customer: { unset: ['business_name', 'individual_name', 'shipping.address'] },
  dispute: {
    complete: {
      intended_submission_method: null,
      'evidence.enhanced_evidence': {},
      'evidence_details.enhanced_eligibility': {},
      'evidence_details.submission_method': ({ submission_count }: Json) => (submission_count ? 'manual' : 'not_submitted'),
      'payment_method_details.card.network': ({ brand }: Json) => brand,
    },
  },
  item: { complete: { adjustable_quantity: null, metadata: null } },
  invoice_payment: { unset: ['payment.charge'] },
  invoiceitem: { unset: ['parent.subscription_details.subscription_item', 'proration_details'] },
  line_item: { unset: ['pricing.price_details'] },
  mandate: {
    unset: ['customer_acceptance.offline', 'customer_acceptance.online'],
    complete: {
      ...under('payment_method_details.bacs_debit', { display_name: null, revocation_reason: null, service_user_number: null }),
      'payment_method_details.blik.expires_at': null,
    },
  },
  payment_intent: {
    unset: ['amount_details', ...error_unset.map((name) => `last_payment_error.${name}`), 'transfer_data.amount'],
  },
  payment_link: {
    unset: ['after_completion.hosted_confirmation', 'after_completion.redirect', 'name_collection'],
    complete: {
      managed_payments: null,
      ...under('payment_intent_data', {
        capture_method: null,
        description: null,
        metadata: {},
        setup_future_usage: null,
        statement_descriptor: null,
        statement_descriptor_suffix: null,
        transfer_group: null,
      }),
      ...under('subscription_data', { description: null, metadata: {}, trial_period_days: null, trial_settings: null }),
      ...under('subscription_data.invoice_settings', { account_tax_ids: null, custom_fields: null, description: null, footer: null }),
    },
  },
  payment_method: {
    unset: ['card', 'sepa_debit'],
    complete: {
      customer_account: null,
      'boleto.tax_id': '',
      ...under('card', card_complete),
      'eps.bank': null,
      'fpx.account_holder_type': null,
      'ideal.bank': null,
      'nz_bank_account.account_holder_name': null,
      'link.email': null,
      'p24.bank': null,
      ...under('sepa_debit', { branch_code: null, generated_from: null }),
      'sofort.country': null,
      ...under('us_bank_account', { financial_connections_account: null, networks: null, status_details: null }),
    },
  },
  payout: { complete: { payout_method: null } },
  person: { unset: ['registered_address'] },
  plan: { unset: ['tiers'] },
  price: { unset: ['tiers'] },
  'radar.early_fraud_warning': { unset: ['payment_intent'] },
  refund: {
    unset: [
      'description',
      'destination_details',
      'destination_details.card.reference',
      'failure_balance_transaction',
      'failure_reason',
      'instructions_email',
      'next_action',
      'pending_reason',
    ],
    complete: { customer_account: null },
  },
  review: { unset: ['payment_intent'] },
  setup_attempt: {
    unset: ['payment_method_details.card', ...error_unset.map((name) => `setup_error.${name}`)],
    complete: { customer_account: null, flow_directions: null },
  },
  subscription_schedule: {
    unset: ['pause_schedules.pause.status.error', 'pause_schedules.resume.status.error', 'phases.automatic_tax'],
  },
  subscription: { complete: { billing_schedules: [], managed_payments: null } },
  subscription_item: { complete: { current_trial: null } },
  tax_id: { unset: ['owner.account', 'owner.application', 'owner.customer'] },
  'tax.calculation': { unset: ['shipping_cost.shipping_rate'] },
  'tax.transaction': { unset: ['shipping_cost.shipping_rate'] },
  'test_helpers.test_clock': { unset: ['status_details.advancing'] },
  transfer: { unset: ['destination_payment'] },
};

function under(path: string, members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [`${path}.${name}`, value]));
}
