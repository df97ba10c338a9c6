import { moment, money } from '../format.js';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import type { Field } from '../kit/fields.js';
import { dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import type { Dispute as Base } from '../objects.js';
import { say, words } from '../say.js';
import { Evidence, files, long_texts, texts } from './evidence.js';

type Dispute = Base & { readonly metadata: Readonly<Record<string, string>>; readonly network_reason_code?: string | null };

const open = ['needs_response', 'warning_needs_response'];

const evidenceFields = ({ evidence }: Dispute): readonly Field[] => [
  ...texts.map(([name, label]): Field => ({ name: `evidence[${name}]`, label, kind: 'text', initial: evidence[name] ?? '' })),
  ...long_texts.map(([name, label]): Field => ({ name: `evidence[${name}]`, label, kind: 'long', initial: evidence[name] ?? '' })),
  ...files.map(([name, label]): Field => ({ name: `evidence[${name}]`, label, kind: 'file', purpose: 'dispute_evidence' })),
  {
    ...{ name: 'submit', label: 'Submit to the bank', kind: 'flag', initial: false },
    hint: 'Evidence can be submitted once. Without it, the evidence is saved and can be changed.',
  },
];

const actions: readonly Action<Dispute>[] = [
  {
    label: 'Respond',
    is_primary: true,
    when: ({ status }) => open.includes(status),
    fields: evidenceFields,
    request: ({ id }, parameters) => post(`disputes/${id}`, { submit: false, ...parameters }),
    done: (answer) =>
      (answer as Dispute).evidence_details?.submission_count ? say('The evidence was submitted.') : say('The evidence was saved.'),
  },
  {
    label: 'Accept',
    is_destructive: true,
    when: ({ status }) => open.includes(status),
    question: ({ amount, currency }) => say('The payer keeps {amount}. An accepted dispute is lost.', { amount: money(amount, currency) }),
    request: ({ id }) => post(`disputes/${id}/close`),
  },
  {
    label: 'Escalate the inquiry',
    when: ({ status }) => status.startsWith('warning_'),
    question: () => say('The inquiry of test mode becomes a chargeback.'),
    request: ({ id }) => post(`test_helpers/disputes/${id}/escalate`),
  },
];

const dueOf = ({ evidence_details }: Dispute): number | null => evidence_details?.due_by ?? null;

/** Disputes. */
export const disputes: Description<Dispute> = {
  name: 'disputes',
  path: 'disputes',
  label: 'Disputes',
  one: 'dispute',
  title: ({ amount, currency, reason }) => `${money(amount, currency)}, ${words(reason)}`,
  status: ({ status }) => status,
  columns: [
    member.amount(
      'Amount',
      (it) => it.amount,
      (it) => it.currency,
    ),
    member.status((it) => it.status),
    member.constant('Reason', (it) => it.reason),
    member.reference('Payment', (it) => it.payment_intent),
    member.time('Evidence due', dueOf),
    member.created,
    member.id,
  ],
  filters: [equal('payment_intent', 'Payment', 'pi_…'), equal('charge', 'Charge', 'ch_…'), dates()],
  empty: {
    text: 'Disputes appear here. This command makes a payment that is disputed:',
    command: 'payment_intents -d amount=2000 -d currency=usd -d confirm=true -d payment_method=pm_card_createDispute',
  },
  facts: [
    member.created,
    member.text('Evidence due', (it) => (dueOf(it) ? moment(dueOf(it) ?? 0) : null)),
    member.constant('Reason', (it) => it.reason),
    member.text('Network reason', (it) => it.network_reason_code),
    member.reference('Payment', (it) => it.payment_intent),
    member.reference('Charge', (it) => it.charge),
    member.text('Submitted', (it) => it.evidence_details?.submission_count),
    member.metadata,
  ],
  sections: [{ label: 'Evidence', Show: Evidence }],
  actions,
};
