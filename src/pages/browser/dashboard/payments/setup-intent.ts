import { methodName } from '../format.js';
import { post } from '../kit/action.js';
import type { Description } from '../kit/description.js';
import { constants } from '../kit/fields.js';
import { dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import type { PaymentMethod } from '../objects.js';
import { say } from '../say.js';

type SetupIntent = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly customer: member.Referred;
  readonly description: string | null;
  readonly last_setup_error: { readonly message?: string } | null;
  readonly mandate: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payment_method: PaymentMethod | string | null;
  readonly usage: string;
};

const cancelable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Setup intents: payment methods that are saved without a payment. */
export const setupIntents: Description<SetupIntent> = {
  name: 'setup-intents',
  path: 'setup_intents',
  label: 'Saved without payment',
  one: 'setup intent',
  expand: ['customer', 'payment_method'],
  title: ({ payment_method, id }) => (payment_method ? methodName(payment_method) : id),
  status: ({ status }) => status,
  columns: [
    member.text('Payment method', (it) => methodName(it.payment_method)),
    member.status((it) => it.status),
    member.reference('Customer', (it) => it.customer),
    member.constant('Usage', (it) => it.usage),
    member.created,
    member.id,
  ],
  filters: [equal('customer', 'Customer', 'cus_…'), equal('payment_method', 'Payment method', 'pm_…'), dates()],
  empty: {
    text: 'Payment methods that are saved for later appear here. This command saves one:',
    command: "setup_intents -d confirm=true -d payment_method=pm_card_visa -d 'payment_method_types[]=card'",
  },
  facts: [
    member.created,
    member.reference('Customer', (it) => it.customer),
    member.text('Payment method', (it) => methodName(it.payment_method)),
    member.constant('Usage', (it) => it.usage),
    member.text('Error', (it) => it.last_setup_error?.message),
    member.text('Mandate', (it) => it.mandate),
    member.text('Description', (it) => it.description),
    member.metadata,
  ],
  actions: [
    {
      label: 'Act as the payer',
      when: ({ status }) => status === 'requires_action',
      fields: () => [
        {
          ...{ name: 'outcome', label: 'Outcome', kind: 'choice' },
          choices: constants(['succeed', 'fail', 'abandon', 'expire']),
        },
      ],
      request: ({ id }, parameters) => post(`test_helpers/setup_intents/${id}/next_action`, parameters),
    },
    {
      label: 'Cancel',
      is_destructive: true,
      when: ({ status }) => cancelable.includes(status),
      question: () => say('The payment method is not saved.'),
      request: ({ id }) => post(`setup_intents/${id}/cancel`),
    },
  ],
};
