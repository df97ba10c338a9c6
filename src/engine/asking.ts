import type { Concealed } from '../base/concealed.js';
import type { Answer, Ask, Asking, Processor } from '../base/processor.js';
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
  const asking: Asking = {
    idempotency_key: keyOf(ask),
    account,
    // Signed when it is looked at: most asks need no page.
    get page_url() {
      return engine.pageUrl('challenge', account, ask.subject, ask.attempt);
    },
  };
  const answer = await sent(processor, withNumber(ask, contents), asking);
  await engine.failpoint('after_processor');
  if (!answer) throw new Error(`${processor.name} does not support ${ask.verb}`);
  return answer;
}

type AnyVerb = (ask: Ask, asking: Asking) => Answer | Promise<Answer>;

const sent = (processor: Processor, ask: Ask, asking: Asking): ReturnType<AnyVerb> | undefined =>
  (processor[ask.verb] as AnyVerb | undefined)?.(ask, asking);

/** The same question has the same key however often and by whomever it is sent, so that asking twice moves nothing twice. */
const keyOf = (ask: Ask): string =>
  [ask.verb, ask.attempt, ...('finished_step' in ask && ask.finished_step ? [ask.finished_step] : [])].join(' ');

function withNumber(ask: Ask, contents: Contents): Ask {
  if (ask.verb === 'pay_out') {
    const account_number = contents.get(ask.destination)?.number;
    return account_number ? { ...ask, account_number } : ask;
  }
  if (ask.verb !== 'set_up' && ask.verb !== 'charge') return ask;
  const number = contents.get(ask.payment_method.id)?.number;
  return number ? { ...ask, card: { number, cvc: ask.cvc ?? null } } : ask;
}
