import type { Refusal } from '../base/errors.js';
import type { UniqueRow } from '../storage/rows.js';
import type { Engine } from './engine.js';
import type { Tracked, Unit } from './unit.js';

type Claim = UniqueRow & { readonly given_up: boolean };

/** The values that change their owners with a unit: those that are taken, and those that are given up and taken by nobody. */
export function uniquesOf({ objects }: Unit): { readonly uniques: UniqueRow[]; readonly released: UniqueRow[] } {
  const claims = [...objects.values()].flatMap(claimsOf);
  const released = claims.filter(({ given_up }) => given_up).map(rowOf);
  const uniques = claims
    .filter(({ given_up }) => !given_up)
    .map((claim) => ({ ...rowOf(claim), previous: released.find((each) => isSame(each, claim))?.owner ?? null }));
  return { uniques, released: released.filter((each) => !uniques.some((taken) => isSame(taken, each))) };
}

const rowOf = ({ given_up: _, ...row }: Claim): UniqueRow => row;

const isSame = (a: UniqueRow, b: UniqueRow): boolean =>
  a.account === b.account && a.object === b.object && a.member === b.member && a.value === b.value;

function claimsOf({ tenant: { account }, resource, before, doc, changed, deleted }: Tracked): Claim[] {
  if (!changed || !resource.unique) return [];
  return Object.entries(resource.unique).flatMap(([member, claimed]) => {
    const [then, now] = [before && claimed(before), deleted ? null : claimed(doc)];
    const about = { account, object: doc.object, member, owner: doc.id, previous: null };
    if (then === now) return [];
    return [
      ...(then === null ? [] : [{ ...about, value: then, given_up: true }]),
      ...(now === null ? [] : [{ ...about, value: now, given_up: false }]),
    ];
  });
}

/** Why a unit cannot have what it claims; null where by now it can. */
export async function refusalOfTaken(engine: Engine, unit: Unit): Promise<Refusal | null> {
  const { uniques } = uniquesOf(unit);
  const wants = uniques.map(({ account, object, member, value }) => ({ of: 'unique', account, object, member, id: value }) as const);
  const owners = await engine.load(wants);
  const taken = uniques.findIndex(({ owner, previous }, place) => {
    const id = owners[place]?.id;
    return id !== undefined && id !== owner && id !== previous;
  });
  const row = uniques[taken];
  return row
    ? { code: 'resource_already_exists', param: row.member, message: `${owners[taken]?.id} has this ${row.member} already.` }
    : null;
}
