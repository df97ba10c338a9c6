import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Field, type Given, initially, type SaidFields, type Values } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';

const authentication = {
  disable_stripe_user_authentication: about(
    'Whether the owner is not asked to sign in; recorded as sent, since components of Florin open for whom your page shows them.',
    flag,
  ),
} as const;

const collection = {
  external_account_collection: about('Whether the component asks for a bank account; true by default.', initially(true, flag)),
} as const;

const payments = {
  capture_payments: about('Whether the owner can capture authorized payments; true by default.', initially(true, flag)),
  destination_on_behalf_of_charge_management: about('Only false is accepted: the component shows payments of the account itself.', flag),
  dispute_management: about('Only false is accepted: the component manages no disputes.', flag),
  refund_management: about('Whether the owner can refund payments; true by default.', initially(true, flag)),
  smart_disputes_management: about('Only false is accepted: the component manages no disputes.', flag),
} as const;

const payouts = {
  edit_payout_schedule: about('Whether the owner can change the payout schedule; false by default.', flag),
  instant_payouts: about('Whether the owner can create instant payouts; false by default.', flag),
  standard_payouts: about('Whether the owner can create payouts; false by default.', flag),
} as const;

const disputes = {
  destination_on_behalf_of_charge_management: about('Only false is accepted: Florin has no such component.', flag),
  dispute_management: about('Only false is accepted: Florin has no such component.', flag),
  refund_management: about('Only false is accepted: Florin has no such component.', flag),
  smart_disputes_management: about('Only false is accepted: Florin has no such component.', flag),
} as const;

const absent = (name: string): Field<boolean, boolean, 'optional', string> =>
  about(`Only false is accepted: Florin has no component for ${name}.`, flag);

/** A component as it is given, and as it is shown. */
const component = <F extends SaidFields>(features: F, enabled: Field<boolean, boolean, 'optional', string> = is_enabled) =>
  object({ enabled: { ...enabled, presence: 'optional' as const }, features: about('The abilities of the component.', object(features)) });

const is_enabled = about('Whether your page may show the component; false by default.', flag);

const cards = {
  card_management: absent('issued cards'),
  card_spend_dispute_management: absent('issued cards'),
  cardholder_management: absent('issued cards'),
  spend_control_management: absent('issued cards'),
} as const;

/** What a page may show to the owner of a connected account; nothing that is not said. */
export const components = object({
  account_management: about(
    'Shows the details of the account and lets the owner change them.',
    component({ ...authentication, ...collection }),
  ),
  account_onboarding: about('Asks the owner for the required information.', component({ ...authentication, ...collection })),
  balance_report: about('A report of the balance.', component({}, absent('reports'))),
  balances: about(
    'Shows the balance of the account, and lets the owner pay it out.',
    component({ ...authentication, ...collection, ...payouts }),
  ),
  disputes_list: about('A list of disputes.', component({ ...disputes, capture_payments: absent('disputes') }, absent('disputes'))),
  documents: about('A list of documents.', component({}, absent('documents'))),
  financial_account: about(
    'A financial account.',
    component(
      {
        ...authentication,
        external_account_collection: absent('financial accounts'),
        send_money: absent('financial accounts'),
        transfer_balance: absent('financial accounts'),
      },
      absent('financial accounts'),
    ),
  ),
  financial_account_transactions: about(
    'The transactions of a financial account.',
    component({ card_spend_dispute_management: absent('financial accounts') }, absent('financial accounts')),
  ),
  instant_payouts_promotion: about(
    'A banner for instant payouts.',
    component(
      {
        ...authentication,
        external_account_collection: absent('the promotion of instant payouts'),
        instant_payouts: absent('the promotion of instant payouts'),
      },
      absent('the promotion of instant payouts'),
    ),
  ),
  issuing_card: about('An issued card.', component(cards, absent('issued cards'))),
  issuing_cards_list: about('A list of issued cards.', component({ ...authentication, ...cards }, absent('issued cards'))),
  notification_banner: about(
    'Says which information is required, and lets the owner provide it.',
    component({ ...authentication, ...collection }),
  ),
  payment_details: about('The details of one payment.', component(payments, absent('one payment; enable payments'))),
  payment_disputes: about('The disputes of one payment.', component(disputes, absent('disputes'))),
  payment_method_settings: about('The settings of payment methods.', component(authentication, absent('settings of payment methods'))),
  payments: about('Lists the payments of the account, and lets the owner refund and capture them.', component(payments)),
  payout_details: about('The details of one payout.', component({}, absent('one payout; enable payouts'))),
  payout_reconciliation_report: about('A report of payouts.', component({}, absent('reports'))),
  payouts: about(
    'Shows the balance and the payouts of the account, and lets the owner pay out.',
    component({ ...authentication, ...collection, ...payouts }),
  ),
  payouts_list: about('Lists the payouts of the account.', component({})),
  reporting_chart: about('A chart.', component({}, absent('charts'))),
  tax_registrations: about('The tax registrations of the account.', component({}, absent('tax registrations'))),
  tax_settings: about('The tax settings of the account.', component({}, absent('tax settings'))),
  terminal_hardware_orders: about('Orders of card readers.', component({}, absent('card readers'))),
  terminal_hardware_shop: about('A shop of card readers.', component({}, absent('card readers'))),
});

/** What a page may show, by the names of the components. */
export type Components = Values<{ readonly it: typeof components }>['it'];
type ComponentsGiven = NonNullable<Given<{ readonly it: typeof components }>['it']>;

/** The components that have a frame. */
export const component_names = [
  'account_management',
  'account_onboarding',
  'balances',
  'notification_banner',
  'payments',
  'payouts',
  'payouts_list',
] as const;

/** A component that has a frame. */
export type ComponentName = (typeof component_names)[number];

const has_frame: ReadonlySet<string> = new Set(component_names);

/** The features of components with a frame that Florin does not have. */
const without = ['destination_on_behalf_of_charge_management', 'dispute_management', 'smart_disputes_management'];

/** Refuses components and features that are asked for and that Florin does not have. */
export function requireBuilt(given: ComponentsGiven, asked: Asked): void {
  for (const [name, component] of Object.entries(given)) {
    if (component === undefined) continue;
    const features = Object.entries(component.features ?? {}).filter(([, value]) => value);
    if (!has_frame.has(name) && component.enabled) asked.refuse(refusal(`components[${name}][enabled]`));
    const [lacking] = features.filter(([feature]) => without.includes(feature) || !has_frame.has(name));
    if (lacking && lacking[0] !== 'disable_stripe_user_authentication')
      asked.refuse(refusal(`components[${name}][features][${lacking[0]}]`));
  }
  if (!Object.values(given).some((component) => component?.enabled)) asked.refuse(nothing);
}

const refusal = (param: string) =>
  ({
    code: 'parameter_invalid',
    param,
    message: `Invalid ${param}: Florin has no such component. Send false, or leave it out. Components are ${component_names.join(', ')}.`,
  }) as const;

const nothing = {
  code: 'parameter_missing',
  param: 'components',
  message: 'Enable at least one component, such as components[payments][enabled]=true.',
} as const;
