import type { Dispatcher } from 'undici';
import type { Concealed } from '../../kernel/base/concealed.js';
import { type Asking, isUnreached, unreached } from '../../kernel/base/question.js';
import type { Answer, Ask, Processor, Verb } from '../contract.js';
import { readAnswer, readNotifications } from './answer.js';
import { exchange } from './exchange.js';
import { isSigned, signatureOf } from './signature.js';

/** All that can be asked. */
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

/** Where a processor is and what proves that it is us who ask, and them who tell. */
export type Remote = {
  readonly name: string;
  /** Asks are posted to `<url>/<verb>`. */
  readonly url: string;
  readonly secret: Concealed;
  /** What can be asked of it; all where it does not say. */
  readonly verbs?: readonly Verb[];
  readonly agent: Dispatcher;
  /** Milliseconds since the Unix epoch, for signatures. */
  readonly now_ms: () => number;
};

/** Nobody is asked again sooner than that, whatever they answer. */
const ask_again_after_seconds_min = 10;

/** A processor spoken to over HTTP, by the contract of docs/processors. */
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

/** The ask as it is sent. Here, and nowhere else, numbers are revealed. What a tester decides, and when a try began, is for the sandbox alone; what is told once an answer is there concerns no processor. */
function spoken(ask: Ask, { account }: Asking): object {
  const {
    outcome: _,
    cvc: __,
    began: ___,
    described: ____,
    card,
    account_number,
    tax_id,
    id_number,
    payment_code,
    ...plain
  } = ask as Ask & Secrets & { readonly outcome?: unknown; readonly described?: unknown };
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
  if (repeats(ask, text)) throw new Error('repeated the number that it was told');
  const answer = readAnswer(ask.verb, text);
  if (!('ask_again_at' in answer) || answer.ask_again_at === undefined) return answer;
  return { ...answer, ask_again_at: Math.max(answer.ask_again_at, ask.now + ask_again_after_seconds_min) };
}

/** An answer is stored and shown, so the number must not come back with it. */
const repeats = (ask: Ask, text: string): boolean =>
  ('card' in ask && text.includes(ask.card.number.reveal())) ||
  ('beneficiary' in ask && ask.account_number !== undefined && text.includes(ask.account_number.reveal()));

/** A new error each time: those of the network carry sockets, and a log prints what an error carries. */
function named(name: string, { verb }: Ask, error: Error): Error {
  const message = `${name}, asked to ${verb}, ${error.message}`;
  return isUnreached(error) ? unreached(message) : new Error(message);
}
