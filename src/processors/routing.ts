import type { Ask, Processor } from './contract.js';

/** A route: asks that match all its conditions go to its processor. */
export type Route = {
  readonly processor: string;
  /** Ids of accounts. */
  readonly accounts?: readonly string[];
  readonly modes?: readonly ('live' | 'test')[];
  readonly payment_method_types?: readonly string[];
  readonly currencies?: readonly string[];
};

/** The account and mode of an ask. */
export type Party = { readonly account_id: string; readonly livemode: boolean };

/**
 * The processors that can answer an ask, in order of preference. An ask about a charge goes only to the charge's processor. Other asks go to the
 * processors of the matching routes; without a match, to a local one in test mode and to none in live mode.
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

/** Whether a processor serves an account: it may not notify about others. */
export const serves = (routes: readonly Route[], processor: string, party: Party): boolean =>
  routes.some((route) => route.processor === processor && isFor(route, party));

const isFor = ({ accounts, modes }: Route, { account_id, livemode }: Party): boolean =>
  (accounts?.includes(account_id) ?? true) && (modes?.includes(livemode ? 'live' : 'test') ?? true);

/** A payout has no payment method, and a setup has no currency. */
function fits({ payment_method_types, currencies }: Route, ask: Ask): boolean {
  const type = 'payment_method' in ask ? ask.payment_method.type : '';
  return (payment_method_types?.includes(type) ?? true) && (!('currency' in ask) || (currencies?.includes(ask.currency) ?? true));
}

/**
 * Only a payer's first attempt may fail over. A question about an earlier attempt, or a payout, which is asked about until it has arrived, may have
 * succeeded before: another processor would move the money a second time.
 */
const mayFailOver = (ask: Ask): boolean => (ask.verb === 'charge' || ask.verb === 'set_up') && ask.finished_step === null;
