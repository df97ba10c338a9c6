import type { Answerer } from '../../kernel/base/question.js';
import type { Engine } from '../../kernel/engine/engine.js';
import type { Ask, Processor } from '../../processors/contract.js';
import { remoteAgent } from '../../processors/remote/exchange.js';
import { remote } from '../../processors/remote/remote.js';
import { routed, serves } from '../../processors/routing.js';
import { sandbox } from '../../processors/sandbox/sandbox.js';
import { payment_method_types } from '../../resources/payments/payment-methods/payment-method.js';
import type { Senders } from '../operation/notifications.js';
import type { Parts } from './world.js';

/** The processors of this process. */
export type Processors = {
  readonly processorsFor: Engine['processorsFor'];
  readonly senders: Senders;
  readonly close: () => Promise<void>;
};

/** Opens the configured processors and the sandbox. Questions that no processor answers go to `others`, such as merchants' endpoints. */
export function openProcessors(
  { config: { processors: settings }, world: { now_ms }, besides }: Parts,
  others: readonly Answerer[],
): Processors {
  const { routes } = settings;
  const known: ReadonlySet<string> = new Set(payment_method_types);
  const unknown = routes.flatMap(({ payment_method_types: types = [] }) => types).filter((type) => !known.has(type));
  if (unknown.length) throw new Error(`FLORIN_PROCESSORS: a route names payment methods that do not exist: ${unknown.join(', ')}`);
  const agent = remoteAgent();
  const remotes = settings.processors.map((each): Processor => remote({ ...each, agent, now_ms }));
  const routing = routed(routes, [...remotes, sandbox]);
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
    senders: {
      named: (name) => by_name.get(name) ?? null,
      serves: (name, party) => serves(routes, name, party),
    },
    close: () => agent.destroy(),
  };
}
