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
 * processors of the account's own rule, or else of the matching routes; without a match, to a local one in test mode and to none in live mode. No new
 * attempt goes to a processor that the account has switched off.
 */
export const routed =
  (routes: readonly Route[], processors: readonly Processor[]) =>
  (party: Party, ask: Ask): readonly Processor[] => {
    const able = processors.filter((each) => each[ask.verb] && !(each.local && party.livemode));
    if ('processor' in ask) return able.filter(({ name }) => name === ask.processor);
    const { processors: named = [], disabled_processors: off = [] } = ('routing' in ask && ask.routing) || {};
    const on = able.filter(({ name }) => !off.includes(name));
    const matching = routes.filter((route) => isFor(route, party) && fits(route, ask)).map(({ processor }) => processor);
    const wanted = named.length ? named : matching;
    const chosen = [...new Set(wanted)].flatMap((name) => on.filter((each) => each.name === name && (named.length > 0 || !each.local)));
    // An account that has switched off what it is routed to is not served by the sandbox instead.
    if (chosen.length === 0) return wanted.some((name) => off.includes(name)) ? [switched_off] : on.filter(({ local }) => local);
    return mayFailOver(ask) ? chosen : chosen.slice(0, 1);
  };

/** Declines the payments that no caller waits for while all processors of an account are switched off, so that invoices show it and are retried. */
const switched_off: Processor = {
  name: '',
  local: true,
  absent:
    'All processors that could take this payment are switched off. Remove one from settings[payments][disabled_processors] of the account.',
  charge: () => ({ result: 'declined', code: 'processing_error' }),
};

/** The processors that an account's own rules may name: those that a route can give it new attempts for, and in test mode the local one. */
export const offered =
  (routes: readonly Route[], processors: readonly Processor[]) =>
  (party: Party): readonly Processor[] =>
    processors.filter(({ name, local }) =>
      local ? !party.livemode : routes.some((route) => route.processor === name && isFor(route, party) && canMatch(route)),
    );

/** A route with an empty list matches nothing: its processor is being retired. */
const canMatch = ({ payment_method_types, currencies }: Route): boolean => payment_method_types?.length !== 0 && currencies?.length !== 0;

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
