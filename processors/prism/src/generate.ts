import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { types } from 'hyperswitch-prism';
import prism from 'hyperswitch-prism';
import type { Facts } from './facts.js';
import { replays } from './facts.js';
import { type Flow, flows, isUnbuildable, type Library, openLibrary, type Target } from './library.js';
import { method_types, methodOf } from './steps/method.js';
import { agreeing } from './steps/try.js';
import { addressOf, money } from './steps/values.js';

// Reads from the library what each connector can do, and writes src/facts.json and SUPPORT.md: npm run generate

const types_file = join(dirname(createRequire(import.meta.url).resolve('hyperswitch-prism')), 'payments/generated/proto.d.ts');
const declarations = readFileSync(types_file, 'utf8');

/** The members of an interface of the library, with their types. */
function membersOf(name: string): [string, string][] {
  const [, body = ''] = new RegExp(`interface ${name} \\{\\n(.*?)\\n    \\}`, 's').exec(declarations) ?? [];
  return [...body.matchAll(/^\s+(\w+)\?: \((.*)\|null\);/gm)].map(([, member = '', type = '']) => [member, type]);
}

const fieldsOf = (type: string): Facts['fields'] =>
  Object.fromEntries(
    membersOf(type.replace('types.', '')).flatMap(([name, of]): [string, 'secret' | 'text'][] => {
      if (of === 'types.ISecretString') return [[name, 'secret']];
      return of === 'string' ? [[name, 'text']] : [];
    }),
  );

const absent = ['NOT_IMPLEMENTED', 'FLOW_NOT_SUPPORTED', 'INVALID_CONNECTOR_TYPE_FOR_PAYOUT', 'NOT_SUPPORTED'];

const reference = 'probe_reference';
const attempt = 'probe_attempt';
const amount = money(1000, 'usd') as { currency: number };
const card = {
  card: {
    cardNumber: { value: '4242424242424242' },
    cardExpMonth: { value: '12' },
    cardExpYear: { value: '2034' },
    cardCvc: { value: '123' },
    cardHolderName: { value: 'Jo Doe' },
  },
};
const billing = {
  name: 'Jo Doe',
  email: 'jo@example.com',
  phone: '5550100',
  address: { line1: '1 Road', city: 'Town', state: 'CA', postal_code: '94000', country: 'US' },
};
const payer = {
  address: addressOf(billing),
  paymentMethod: card,
  authType: prism.types.AuthenticationType.NO_THREE_DS,
  returnUrl: 'https://shop.example.com/done',
};
const state = { accessToken: { token: { value: 'token' }, tokenType: 'Bearer', expiresInSeconds: 300 }, connectorCustomerId: 'customer' };
const of_charge = { connectorTransactionId: reference, state };

const probes: Readonly<Record<Flow, object>> = {
  authorize: { merchantTransactionId: attempt, amount, captureMethod: prism.types.CaptureMethod.AUTOMATIC, ...payer, state },
  charge: {
    merchantChargeId: attempt,
    amount,
    connectorRecurringPaymentId: { connectorMandateId: { connectorMandateId: 'mandate' } },
    ...payer,
    state,
  },
  get: { merchantTransactionId: attempt, amount, ...of_charge },
  setup_recurring: { merchantRecurringPaymentId: attempt, amount: money(0, 'usd'), ...payer, ...agreeing(1), state },
  customer_create: { merchantCustomerId: attempt, customerName: 'Jo Doe', email: { value: 'jo@example.com' } },
  capture: { merchantCaptureId: attempt, amountToCapture: amount, ...of_charge },
  incremental_authorization: { merchantAuthorizationId: attempt, amount, ...of_charge },
  void: { merchantVoidId: attempt, amount, ...of_charge },
  refund: { merchantRefundId: attempt, paymentAmount: 1000, refundAmount: amount, ...of_charge },
  refund_get: { merchantRefundId: attempt, refundId: 'refund', connectorRefundId: 'refund', ...of_charge },
  submit_evidence: { merchantDisputeId: attempt, disputeId: 'dispute', connectorTransactionId: reference, evidenceDocuments: [] },
  defend: { merchantDisputeId: attempt, disputeId: 'dispute', connectorTransactionId: reference },
  payout_create: {
    merchantPayoutId: attempt,
    amount,
    destinationCurrency: amount.currency,
    payoutMethodData: { ach: { bankAccountNumber: { value: '000123456789' } } },
  },
  payout_get: { merchantPayoutId: attempt, connectorPayoutId: reference },
  create_server_authentication_token: {},
};

const targetOf = (name: string, fields: Facts['fields']): Target => {
  const settings = Object.fromEntries(
    Object.entries(fields).map(([field, kind]) => [
      field,
      kind === 'secret' ? { value: 'probe' } : field === 'baseUrl' ? undefined : 'probe',
    ]),
  );
  return { environment: 'sandbox', config: { [name]: settings } as types.IConnectorSpecificConfig };
};

function isSupported(library: Library, target: Target, flow: Flow, message = probes[flow]): boolean {
  try {
    library.prepare(target, flow, message);
    return true;
  } catch (error) {
    // A request that lacks a member, or a credential of another form, is one that exists.
    return !(
      isUnbuildable(error) &&
      (absent.includes(error.unbuildable) || /not (been )?(implemented|supported)|: connector$/i.test(error.message))
    );
  }
}

const number_of: Readonly<Record<string, string>> = { card: '4242424242424242', sepa_debit: 'DE89370400440532013000' };
const bank_account = { routing_number: '110000000', sort_code: '108800', bsb_number: '000000' };

/** The types of payment methods whose charge the library builds for a connector. */
function methodsOf(library: Library, target: Target): string[] {
  return method_types.filter((type) => {
    const number = number_of[type] ?? '000123456789';
    const paymentMethod = methodOf({
      payment_method: { id: 'pm_1', type, billing_details: billing, bank_account },
      card: { number, exp_month: 12, exp_year: 2034, cvc: '123' },
    });
    const currency = type === 'card' || type === 'us_bank_account' ? 'usd' : 'eur';
    return isSupported(library, target, 'authorize', { ...probes.authorize, amount: money(1000, currency), paymentMethod });
  });
}

function findsByAttempt(library: Library, target: Target): boolean {
  try {
    const { http } = library.prepare(target, 'get', { ...probes.get, connectorTransactionId: '' });
    return `${http.url} ${Buffer.from(http.body, 'base64')}`.includes(attempt);
  } catch {
    return false;
  }
}

function factsOf(library: Library): Record<string, Facts> {
  const connectors = membersOf('IConnectorSpecificConfig').sort(([one], [other]) => one.localeCompare(other));
  const found: Record<string, Facts> = {};
  for (const [name, type] of connectors) {
    const fields = fieldsOf(type);
    const target = targetOf(name, fields);
    const methods = methodsOf(library, target);
    const supported = (Object.keys(flows) as Flow[]).filter((flow) =>
      flow === 'authorize' ? methods.length > 0 : isSupported(library, target, flow),
    );
    // Some names of the configuration have no payments behind them.
    if (methods.length === 0 && !supported.includes('charge') && !supported.includes('payout_create')) continue;
    found[name] = { fields, flows: supported, methods, finds_by_attempt: supported.includes('get') && findsByAttempt(library, target) };
  }
  return found;
}

const shown: readonly (readonly [string, Flow])[] = [
  ['charge', 'authorize'],
  ['set_up', 'setup_recurring'],
  ['off-session', 'charge'],
  ['capture', 'capture'],
  ['increment', 'incremental_authorization'],
  ['void', 'void'],
  ['refund', 'refund'],
  ['contest', 'defend'],
  ['pay_out', 'payout_create'],
];

function lookUpOf(name: string, { flows: supported, finds_by_attempt }: Facts): string {
  const replay = replays[name];
  if (replay) return `the same request again, for ${replay.hours} hours`;
  if (finds_by_attempt) return 'by attempt';
  return supported.includes('get') ? 'by reference; without one, an operator' : 'an operator';
}

function documentOf(all: Readonly<Record<string, Facts>>): string {
  const rows = Object.entries(all).map(([name, of]) => {
    const marks = shown.map(([, flow]) => (of.flows.includes(flow) ? '✓' : ''));
    const settings = Object.entries(of.fields).map(([field, kind]) => (kind === 'secret' ? `**${field}**` : field));
    return `| ${name} | ${marks.join(' | ')} | ${of.methods.join(', ')} | ${lookUpOf(name, of)} | ${settings.join(', ')} |`;
  });
  return `# What each connector supports

Written by \`npm run generate\` from hyperswitch-prism: a mark means that the library builds the request. Settings in bold are secrets: \`{ "env": "NAME" }\` or
\`{ "file": "/path" }\`. *Lost answer* is how the outcome of a request is learnt whose answer was lost.

| connector | ${shown.map(([verb]) => verb).join(' | ')} | ways to pay | lost answer | settings |
|---|${shown.map(() => ':-:|').join('')}---|---|---|
${rows.join('\n')}
`;
}

const root = resolve(import.meta.dirname, '..');
const all = factsOf(openLibrary());
writeFileSync(join(root, 'src/facts.json'), `${JSON.stringify(all, null, 2)}\n`);
writeFileSync(join(root, 'SUPPORT.md'), documentOf(all));
process.stdout.write(`${Object.keys(all).length} connectors\n`);
