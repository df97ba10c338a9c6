import type { Ask, Processor } from './contract.js';

/** Where asks go: whoever meets all conditions that are there. */
export type Route = {
  readonly processor: string;
  /** Ids of accounts. */
  readonly accounts?: readonly string[];
  readonly modes?: readonly ('live' | 'test')[];
  readonly payment_method_types?: readonly string[];
  readonly currencies?: readonly string[];
};

/** On whose behalf is asked. */
export type Party = { readonly account_id: string; readonly livemode: boolean };

/**
 * Who can answer an ask, best first. What concerns a charge goes to whoever has it and to nobody else. Anything else goes to the processors
 * of the routes that match; where none does, to a local one in test mode and to nobody in live mode.
 */
export const routed =
  (routes: readonly Route[], processors: readonly Processor[]) =>
  (party: Party, ask: Ask): readonly Processor[] => {
    const able = processors.filter((each) => each[ask.verb] && !(each.local && party.livemode));
    if ('processor' in ask) return able.filter(({ name }) => name === ask.processor);
    const matching = routes.filter((route) => isFor(route, party) && fits(route, ask)).map(({ processor }) => processor);
    const chosen = [...new Set(matching)].flatMap((name) => able.filter((each) => each.name === name && !each.local));
    if (chosen.length === 0) return able.filter(({ local }) => local);
    return mayFailOver(ask) ? chosen : chosen.slice(0, 1);
  };

/** Whether a processor has to do with an account at all: it may tell nothing of others. */
export const serves = (routes: readonly Route[], processor: string, party: Party): boolean =>
  routes.some((route) => route.processor === processor && isFor(route, party));

const isFor = ({ accounts, modes }: Route, { account_id, livemode }: Party): boolean =>
  (accounts?.includes(account_id) ?? true) && (modes?.includes(livemode ? 'live' : 'test') ?? true);

/** A payout is paid with no payment method, and setting one up has no currency. */
function fits({ payment_method_types, currencies }: Route, ask: Ask): boolean {
  const type = 'payment_method' in ask ? ask.payment_method.type : '';
  return (payment_method_types?.includes(type) ?? true) && (!('currency' in ask) || (currencies?.includes(ask.currency) ?? true));
}

/**
 * Only a payer who tries waits for somebody to answer. A question about an earlier try, and a payout, which is asked for again until it has
 * arrived, may have got through before: whoever else is asked would move the money once more.
 */
const mayFailOver = (ask: Ask): boolean => (ask.verb === 'charge' || ask.verb === 'set_up') && ask.finished_step === null;
