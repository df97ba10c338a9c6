import type { Connector } from './configuration.js';
import type { Question } from './contract.js';
import type { Known } from './steps/step.js';
import type { Kept, Row, Session } from './store.js';
import type { World } from './world.js';

type At = { readonly world: World; readonly connector: Connector; readonly session: Session; readonly question: Question };

/** Reads what a step decides with. */
export async function knownOf({ world, connector, session, question }: At, row: Row): Promise<Known> {
  const reference = 'reference' in question ? question.reference : null;
  const calls = await session.calls();
  return {
    supports: new Set(connector.facts.flows),
    row,
    charge: reference === null ? null : await session.charge(reference),
    earlier: reference === null ? [] : await session.of(reference),
    dispute: question.verb === 'contest' ? await session.disputeOf(question.reference) : null,
    mandate: question.verb === 'charge' ? await mandateFor(connector, session, question.payment_method.id) : null,
    done: new Set(calls.filter(({ answered_at }) => answered_at).map(({ flow }) => flow)),
    return_url: `${world.configuration.public_url}/return/${row.token}`,
  };
}

/** A mandate of this connector, or else a transaction at the network that any connector may name. */
async function mandateFor({ name }: Connector, session: Session, payment_method: string): Promise<Kept | null> {
  const found = await session.mandatesOf(payment_method);
  const own = found.find(({ connector, kept }) => connector === name && kept.mandate);
  if (own) return own.kept;
  const network_transaction = found.find(({ kept }) => kept.network_transaction)?.kept.network_transaction;
  return network_transaction ? { network_transaction } : null;
}
