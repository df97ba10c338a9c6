import { scrub } from '../../kernel/base/concealed.js';
import { type ErrorCode, errors } from '../../kernel/base/errors.js';
import { type Field, type Fields, field, problem, type Reading, required } from '../../kernel/base/fields.js';
import { flag, integer, oneOf, textOf, timestamp, url } from '../../kernel/base/kinds.js';
import { listOf, plainObject, readMembers } from '../../kernel/base/members.js';
import { refused } from '../../kernel/base/refusal.js';
import { type Answer, advice_codes, type CardChecks, type NextAction, type Notification, type Verb } from '../contract.js';

/** Text that may be all digits: references and bar codes can look like card numbers. The sent numbers are searched for instead. */
const plain = (max: number): Field<string, string, 'optional'> =>
  field({ type: 'string', minLength: 1, maxLength: max }, '', (value, at, reading) => {
    const fits = typeof value === 'string' && value !== '' && value.length <= max && value.isWellFormed() && !/\p{Cc}/u.test(value);
    return fits ? value : problem(reading, { code: 'parameter_invalid_string', param: at });
  });

/** A value in a next step; a link must be a URL that a browser may open. */
function readDetail(name: string, value: unknown, at: string, reading: Reading): unknown {
  if (value === null || Number.isSafeInteger(value)) return value;
  if (typeof value === 'object' && !Array.isArray(value)) return readDetails(value, at, reading);
  return (/(^|_)url$|Url$/.test(name) ? url : plain(50_000)).read(value, at, reading);
}

/** The members of a step; a QR code and the stores of a voucher are nested objects. */
function readDetails(details: object, at: string, reading: Reading): object | undefined {
  if (at.split('[').length > details_deep) return problem(reading, { code: 'parameter_invalid', param: at, message: too_deep });
  return Object.fromEntries(Object.entries(details).map(([name, each]) => [name, readDetail(name, each, `${at}[${name}]`, reading)]));
}

const details_deep = 8;
const too_deep = 'The members are nested too deep.';

const next_action = field<NextAction>({ type: 'object' }, { type: '' }, (value, at, reading) => {
  const { type, ...others } = (value ?? {}) as Record<string, unknown>;
  const details = typeof type === 'string' ? others[type] : undefined;
  const named = typeof type === 'string' && /^[a-z_]{3,60}$/.test(type) && Object.keys(others).every((each) => each === type);
  if (!named || typeof details !== 'object' || details === null || Array.isArray(details))
    return problem(reading, { code: 'parameter_invalid', param: at, message: 'A next action needs a type and a member with that name.' });
  return { type, [type]: readDetails(details, `${at}[${type}]`, reading) };
});

const check = oneOf('pass', 'fail', 'unavailable', 'unchecked');
const given_checks = plainObject({ address_line1_check: check, address_postal_code_check: check, cvc_check: check });
const not_checked: CardChecks = { address_line1_check: null, address_postal_code_check: null, cvc_check: null };

const checks = field<CardChecks>(given_checks.schema, not_checked, (value, at, reading) => {
  const given = given_checks.read(value, at, reading);
  return given && { ...not_checked, ...given };
});

const minor_units = integer({ minimum: 0 });

const dispute = plainObject({
  inquiry: required(flag),
  reason: required(textOf(100)),
  amount: integer({ minimum: 1 }),
  fee: minor_units,
  due_by: timestamp,
  network_reason_code: plain(40),
});

const fraud_warning = plainObject({ fraud_type: required(textOf(100)) });

const risk = plainObject({
  level: required(oneOf('normal', 'elevated', 'highest')),
  score: required(integer({ minimum: 0, maximum: 100 })),
});

const codes = Object.keys(errors).filter((code) => errors[code as ErrorCode].status === 402) as ErrorCode[];

/** Details of the payer's account and the payment: names with texts, whole numbers, lists of texts, or objects of them. */
const details = field<Readonly<Record<string, unknown>>>({ type: 'object' }, {}, (value, at, reading) => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return readFacts(value, at, reading);
  return problem(reading, { code: 'parameter_invalid', param: at, message: 'Details are an object.' });
});

function readFacts(facts: object, at: string, reading: Reading): Readonly<Record<string, unknown>> | undefined {
  if (at.split('[').length > details_deep) return problem(reading, { code: 'parameter_invalid', param: at, message: too_deep });
  return Object.fromEntries(Object.entries(facts).map(([name, each]) => [name, readFact(each, `${at}[${name}]`, reading)]));
}

function readFact(value: unknown, at: string, reading: Reading): unknown {
  if (value === null || Number.isSafeInteger(value)) return value;
  if (Array.isArray(value)) return listOf(plain(255), 20).read(value, at, reading);
  return typeof value === 'object' ? readFacts(value, at, reading) : plain(255).read(value, at, reading);
}

const answered = { reference: plain(255), ask_again_at: timestamp, risk, details };

const codes_of_decline = { advice_code: oneOf(...advice_codes), network_advice_code: plain(100), network_decline_code: plain(100) };

const results = {
  approved: {
    ...answered,
    checks,
    authenticated: flag,
    incremental_authorization: flag,
    fee: minor_units,
    available_on: timestamp,
    dispute,
    fraud_warning,
  },
  declined: { ...answered, code: required(oneOf(...codes)), decline_code: plain(100), ...codes_of_decline, message: textOf(500) },
  needs_action: { ...answered, next_action: required(next_action), expires_at: timestamp },
  pending: answered,
  disputed: { dispute: required(dispute) },
  warned: { fraud_warning: required(fraud_warning) },
} as const satisfies Record<Answer['result'], Fields>;

/** The allowed answers to each verb. A capture, increment or void is approved or declined; without an answer its result is unknown. */
const possible: Readonly<Record<Verb, readonly Answer['result'][]>> = {
  set_up: ['approved', 'declined', 'needs_action', 'pending'],
  charge: ['approved', 'declined', 'needs_action', 'pending'],
  capture: ['approved', 'declined'],
  increment: ['approved', 'declined'],
  void: ['approved', 'declined'],
  refund: ['approved', 'declined', 'pending'],
  contest: ['approved', 'declined', 'pending'],
  pay_out: ['approved', 'declined', 'pending'],
  reverse: ['approved', 'declined', 'pending'],
};

function answerOf(value: unknown, at: string, reading: Reading, allowed: readonly Answer['result'][]): Answer | undefined {
  const { result, ...members } = (value ?? {}) as { readonly result?: Answer['result'] } & Record<string, unknown>;
  if (!result || !allowed.includes(result))
    return problem(reading, { code: 'parameter_invalid', param: `${at}[result]`, message: `Must be one of ${allowed.join(', ')}.` });
  const read = readMembers(results[result] as Fields, members, at, reading);
  return read && ({ result, ...read } as Answer);
}

/** Reads the answer to an ask. Throws an ordinary error if it is invalid: the result is then unknown. */
export function readAnswer(verb: Verb, text: string): Answer {
  const reading: Reading = { text_only: false };
  const answer = answerOf(parsed(text), 'answer', reading, possible[verb]);
  if (answer) return answer;
  const { param = '', code } = reading.problem ?? {};
  throw new Error(`gave no valid answer (${scrub(param).slice(0, 100)}: ${code})`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The verbs of notifications, and the objects that they may be about. */
const told: Readonly<Record<Notification['verb'], readonly string[]>> = {
  set_up: ['setup_intent'],
  charge: ['payment_intent', 'charge'],
  refund: ['refund'],
  contest: ['dispute'],
  pay_out: ['payout'],
  reverse: ['payout'],
};

const head = {
  account: required(plain(255)),
  verb: required(oneOf('set_up', 'charge', 'refund', 'contest', 'pay_out', 'reverse')),
  subject: required(plainObject({ object: required(plain(60)), id: required(plain(255)) })),
  attempt: required(plain(255)),
};

const notification = field<Notification | null>({ type: 'object' }, null, (value, at, reading) => {
  const { answer: given, ...others } = (value ?? {}) as Record<string, unknown>;
  const read = readMembers(head, others, at, reading);
  if (!read) return undefined;
  const { account, verb, attempt } = read;
  const subject = read.subject as Notification['subject'];
  if (!told[verb].includes(subject.object))
    return problem(reading, {
      code: 'parameter_invalid',
      param: `${at}[subject][object]`,
      message: `A ${verb} cannot be about such an object.`,
    });
  const answer = answerOf(given, `${at}[answer]`, reading, verb === 'charge' ? [...possible.charge, 'disputed', 'warned'] : possible[verb]);
  return answer && { account, verb, subject, attempt, answer };
});

const message = { notifications: required(listOf(notification, 100)) };

/** Reads the body of a processor's notification. Throws a refusal that names the invalid parameter. */
export function readNotifications(text: string): readonly Notification[] {
  const reading: Reading = { text_only: false };
  const read = readMembers(message, parsed(text), '', reading);
  if (!read) throw refused(reading.problem ?? { code: 'body_invalid' });
  return read.notifications as readonly Notification[];
}
