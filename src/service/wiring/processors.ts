import { type Answerer, type Asking, isUnreached } from '../../kernel/base/question.js';
import { traced } from '../../kernel/base/traced.js';
import type { Engine } from '../../kernel/engine/engine.js';
import type { Answer, Ask, Processor, Verb } from '../../processors/contract.js';
import { remoteAgent } from '../../processors/remote/exchange.js';
import { remote, verbs } from '../../processors/remote/remote.js';
import { offered, routed, serves } from '../../processors/routing.js';
import { sandbox } from '../../processors/sandbox/sandbox.js';
import { payment_method_types } from '../../resources/payments/payment-methods/payment-method.js';
import type { Senders } from '../operation/notifications.js';
import type { Answering, ProcessorAnswer } from '../operation/work-metrics.js';
import type { Parts } from './world.js';

/** The processors of this process. */
export type Processors = {
  readonly processorsFor: Engine['processorsFor'];
  readonly processorsOf: Engine['processorsOf'];
  readonly senders: Senders;
  /** The processors and the verbs that they support. */
  readonly known: readonly Answering[];
  readonly close: () => Promise<void>;
};

/** Opens the configured processors and the sandbox. Questions that no processor answers go to `others`, such as merchants' endpoints. */
export function openProcessors(
  { config: { processors: settings }, world: { now_ms }, besides }: Parts,
  others: readonly Answerer[],
  answered: (answer: ProcessorAnswer) => void,
): Processors {
  const { routes } = settings;
  const known: ReadonlySet<string> = new Set(payment_method_types);
  const unknown = routes.flatMap(({ payment_method_types: types = [] }) => types).filter((type) => !known.has(type));
  if (unknown.length) throw new Error(`FLORIN_PROCESSORS: a route names payment methods that do not exist: ${unknown.join(', ')}`);
  const agent = remoteAgent();
  const remotes = settings.processors.map((each): Processor => observed(remote({ ...each, agent, now_ms }), answered));
  const all = [...remotes, observed(sandbox, answered)];
  const routing = routed(routes, all);
  const by_name = new Map(remotes.map((each) => [each.name, each]));
  return {
    processorsFor: (party, ask) => {
      const own = besides?.processors?.filter((each) => each[ask.verb]) ?? [];
      if (own.length) return own;
      const other = others.find((each) => ask.verb in each);
      if (other) return [other];
      // The questions of `processors` have the type `Ask`.
      return routing(party, ask as Ask);
    },
    processorsOf: (party, verb) => namesOf(besides?.processors ?? offered(routes, all)(party), verb),
    senders: {
      named: (name) => by_name.get(name) ?? null,
      serves: (name, party) => serves(routes, name, party),
    },
    known: all.map((each) => ({ name: each.name, verbs: verbs.filter((verb) => each[verb]) })),
    close: () => agent.destroy(),
  };
}

const namesOf = (processors: readonly Processor[], verb: string): string[] =>
  processors.filter((each) => verb in each).map(({ name }) => name);

/** The processor, with each of its answers reported. The sandbox answers without a promise, and then nothing waits for one. */
function observed(processor: Processor, answered: (answer: ProcessorAnswer) => void): Processor {
  const observing = (verb: Verb, answers: Answers): Answers => {
    return (ask, asking) => {
      const began_ms = performance.now();
      const ended = (result: string): void =>
        answered({ processor: processor.name, verb, result, seconds: (performance.now() - began_ms) / 1000 });
      const about = () => ({ name: `${processor.name} ${verb}`, attributes: { 'florin.processor': processor.name } });
      // The sandbox answers at once, which is nothing to trace.
      const answer = processor === sandbox ? answers(ask, asking) : traced('processor', about, async () => answers(ask, asking));
      if (answer instanceof Promise)
        answer.then(
          ({ result }) => ended(result),
          (fault) => ended(isUnreached(fault) ? 'unreached' : 'unknown'),
        );
      else ended(answer.result);
      return answer;
    };
  };
  const supported = verbs.filter((verb) => processor[verb]);
  return { ...processor, ...Object.fromEntries(supported.map((verb) => [verb, observing(verb, processor[verb] as Answers)])) };
}

type Answers = (ask: Ask, asking: Asking) => Answer | Promise<Answer>;
