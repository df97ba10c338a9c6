import type { Concealed } from '../base/concealed.js';
import type { Answer, Ask, PayOutAsk, Processor, SetUpAsk } from '../base/processor.js';
import type { Engine, Tenant } from './engine.js';

/** Content of the vault that an ask may need, by object. */
export type Contents = ReadonlyMap<string, Readonly<Record<string, Concealed>>>;

/** Asks a processor, with the numbers that only the vault holds. */
export async function askProcessor(
  engine: Engine,
  processor: Processor,
  { account }: Tenant,
  ask: Ask,
  contents: Contents,
): Promise<Answer> {
  await engine.failpoint('before_processor');
  const asking = { idempotency_key: keyOf(ask), page_url: engine.pageUrl(account, ask.subject, attemptOf(ask)) };
  const answer = await (ask.verb === 'set_up'
    ? processor.set_up?.(withCard(ask, contents), asking)
    : processor.pay_out?.(withAccountNumber(ask, contents), asking));
  await engine.failpoint('after_processor');
  if (!answer) throw new Error(`${processor.name} does not support ${ask.verb}`);
  return answer;
}

const attemptOf = (ask: Ask): string => (ask.verb === 'set_up' ? ask.attempt : ask.subject.id);

/** The same question has the same key however often and by whomever it is sent, so that asking twice moves nothing twice. */
const keyOf = (ask: Ask): string => (ask.verb === 'set_up' ? `${ask.attempt} ${ask.finished_step ?? 'start'}` : ask.subject.id);

function withCard(ask: SetUpAsk, contents: Contents): SetUpAsk {
  const number = contents.get(ask.payment_method.id)?.number;
  return number ? { ...ask, card: { number, cvc: ask.cvc ?? null } } : ask;
}

function withAccountNumber(ask: PayOutAsk, contents: Contents): PayOutAsk {
  const account_number = contents.get(ask.destination)?.number;
  return account_number ? { ...ask, account_number } : ask;
}
