import type { Dispatcher } from 'undici';
import type { Concealed } from '../../kernel/base/concealed.js';
import { type Asking, isUnreached, unreached } from '../../kernel/base/question.js';
import type { Answer, Ask, Processor, Verb } from '../contract.js';
import { readAnswer, readNotifications } from './answer.js';
import { exchange } from './exchange.js';
import { isSigned, signatureOf } from './signature.js';

/** All verbs of the contract. */
export const verbs = [
  'set_up',
  'charge',
  'capture',
  'increment',
  'void',
  'refund',
  'contest',
  'pay_out',
  'reverse',
] as const satisfies readonly Verb[];

/** The address of a processor, and the secret that signs asks and notifications. */
export type Remote = {
  readonly name: string;
  /** Asks are posted to `<url>/<verb>`. */
  readonly url: string;
  readonly secret: Concealed;
  /** The supported verbs; all by default. */
  readonly verbs?: readonly Verb[];
  readonly agent: Dispatcher;
  /** Milliseconds since the Unix epoch, for signatures. */
  readonly now_ms: () => number;
};

/** The minimum wait before a processor is asked again, even if it answers less. */
const ask_again_after_seconds_min = 10;

/** A processor over HTTP, with the contract of docs/processors. */
export function remote({ name, url, secret, verbs: supported = verbs, agent, now_ms }: Remote): Processor {
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/$/, '');
  const verb = async (ask: Ask, asking: Asking): Promise<Answer> => {
    const body = JSON.stringify(spoken(ask, asking));
    const signature = signatureOf(secret, Math.floor(now_ms() / 1000), body);
    const headers = { ...fixed_headers, 'florin-signature': signature, 'idempotency-key': asking.idempotency_key };
    try {
      const text = await exchange({ agent, origin, path: `${path}/${ask.verb}`, headers, body });
      return understood(ask, text);
    } catch (error) {
      throw named(name, ask, error as Error);
    }
  };
  return {
    name,
    local: false,
    read: ({ headers, body }) =>
      isSigned(secret, headers['florin-signature'], body, now_ms()) ? readNotifications(body.toString()) : null,
    ...Object.fromEntries(supported.map((each) => [each, verb])),
  };
}

const fixed_headers = { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'Florin (processors)' };

/** The body of an ask. Only here are numbers revealed. `outcome` and `began` are only for the sandbox; `described` and `routing` are only for the service itself. */
function spoken(ask: Ask, { account }: Asking): object {
  const {
    outcome: _,
    cvc: __,
    began: ___,
    described: ____,
    routing: _____,
    card,
    account_number,
    tax_id,
    id_number,
    payment_code,
    ...plain
  } = ask as Ask & Secrets & { readonly outcome?: unknown; readonly described?: unknown; readonly routing?: unknown };
  const { exp_month, exp_year } = 'payment_method' in plain ? (plain.payment_method.card ?? {}) : {};
  return {
    ...plain,
    account,
    ...(card && { card: { number: card.number.reveal(), exp_month, exp_year, cvc: card.cvc?.reveal() ?? null } }),
    ...(account_number && { account_number: account_number.reveal() }),
    ...(tax_id && { tax_id: tax_id.reveal() }),
    ...(id_number && { id_number: id_number.reveal() }),
    ...(payment_code && { payment_code: payment_code.reveal() }),
  };
}

type Secrets = {
  readonly cvc?: Concealed;
  readonly card?: { readonly number: Concealed; readonly cvc: Concealed | null };
  readonly account_number?: Concealed;
  readonly tax_id?: Concealed;
  readonly id_number?: Concealed;
  readonly payment_code?: Concealed;
};

function understood(ask: Ask, text: string): Answer {
  if (repeats(ask, text)) throw new Error('repeated the number from the ask');
  const answer = readAnswer(ask.verb, text);
  if (!('ask_again_at' in answer) || answer.ask_again_at === undefined) return answer;
  return { ...answer, ask_again_at: Math.max(answer.ask_again_at, ask.now + ask_again_after_seconds_min) };
}

/** An answer is stored and shown, so it must not contain the number. */
const repeats = (ask: Ask, text: string): boolean =>
  ('card' in ask && text.includes(ask.card.number.reveal())) ||
  ('beneficiary' in ask && ask.account_number !== undefined && text.includes(ask.account_number.reveal()));

/** Creates a new error, because network errors carry sockets, and a log prints everything that an error carries. */
function named(name: string, { verb }: Ask, error: Error): Error {
  const message = `${name}, asked to ${verb}, ${error.message}`;
  return isUnreached(error) ? unreached(message) : new Error(message);
}
