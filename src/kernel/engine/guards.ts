import { isOpenTo } from '../base/books.js';
import type { Refusal } from '../base/refusal.js';
import { type AnyResource, clock_kind } from '../base/resource.js';
import { movementOf } from '../ledger/movements.js';
import type { Row } from '../storage/load.js';
import type { UniqueRow } from '../storage/rows.js';
import type { Engine, Tenant } from './engine.js';
import { targetOn } from './on-clock.js';
import { type Tracked, trackRow, type Unit } from './unit.js';

/** Whether a tenant may read an object; its creator may. */
export const isOpen = ({ resource, before, doc }: Tracked, { account }: Tenant): boolean =>
  !before || !resource.own_books || isOpenTo(resource, doc, account);

/** The key of a balance in the unit. */
export const balanceKey = (account: string, ledger_account: string, currency: string): string => `${account} ${ledger_account} ${currency}`;

/** The amount that this unit has moved, in minor units. */
export function movedBy({ entries }: Unit, account: string, ledger_account: string, currency: string): number {
  let sum = 0;
  for (const { tenant, posting } of entries) {
    if (tenant.account !== account || posting.currency !== currency) continue;
    const { debit, credit } = movementOf(posting.movement);
    if (credit === ledger_account) sum += Number(posting.amount);
    if (debit === ledger_account) sum -= Number(posting.amount);
  }
  return sum;
}

/** A bounded ledger account that the unit debits, and its guard when it was read. */
export type Bound = { readonly account: string; readonly ledger_account: string; readonly currency: string; readonly guard: number };

/** The bounded ledger accounts that a unit debits; null if one would fall below zero. */
export async function boundsOf(engine: Engine, unit: Unit): Promise<Bound[] | null> {
  const taken = new Map<string, Omit<Bound, 'guard'>>();
  for (const { tenant, posting } of unit.entries) {
    const { bounded, debit } = movementOf(posting.movement);
    const bound = { account: tenant.account, ledger_account: debit, currency: posting.currency };
    if (bounded) taken.set(balanceKey(bound.account, debit, bound.currency), bound);
  }
  const missing = [...taken].filter(([key]) => !unit.balances.has(key));
  if (missing.length) await readBalances(engine, unit, missing);
  const bounds = [...taken].map(([key, bound]) => ({ ...bound, ...(unit.balances.get(key) ?? { amount: 0, guard: 0 }) }));
  const isShort = bounds.some(
    ({ account, ledger_account, currency, amount }) => amount + movedBy(unit, account, ledger_account, currency) < 0,
  );
  return isShort ? null : bounds;
}

/** Adds a balance to the unit: a ledger account without a row is empty. */
export const takeBalance = ({ balances }: Unit, key: string, row: Row | null): void =>
  void balances.set(key, { amount: Number(row?.doc ?? 0), guard: row?.version ?? 0 });

async function readBalances(engine: Engine, unit: Unit, missing: readonly [string, Omit<Bound, 'guard'>][]): Promise<void> {
  const wants = missing.map(([, { account, ledger_account: object, currency: id }]) => ({ of: 'balance', account, object, id }) as const);
  const rows = await engine.load(wants);
  for (const [place, [key]] of missing.entries()) takeBalance(unit, key, rows[place] ?? null);
}

/**
 * Reads the owners of changed lists that were not read yet: their versions change with their lists. A frozen clock keeps its version: its advance
 * looks for due work only after it is stored, so many units may set timers on it concurrently.
 */
export async function readGuarded(engine: Engine, unit: Unit): Promise<void> {
  await readMissing(engine, unit);
  for (const key of unit.guarded.keys()) {
    const tracked = unit.objects.get(key);
    if (!tracked || tracked.changed || tracked.resource.object !== clock_kind || targetOn(tracked.doc) !== null) continue;
    unit.guarded.delete(key);
    unit.pinned.set(key, tracked);
  }
}

async function readMissing(engine: Engine, unit: Unit): Promise<void> {
  const missing = [...unit.guarded].filter(([key]) => !unit.objects.has(key));
  if (missing.length === 0) return;
  const rows = await engine.load(
    missing.map(([, { tenant, object, id }]) => ({ of: 'object', account: tenant.account, object, id }) as const),
  );
  for (const [place, [key, { tenant, object }]] of missing.entries()) {
    const row = rows[place];
    if (row) trackRow(engine, unit, tenant, object, row);
    else unit.guarded.delete(key);
  }
}

/** Whether an object of the unit owns a unique value. */
export const claims = ({ resource, doc, deleted }: Tracked, { object }: AnyResource, member: string, value: string): boolean =>
  !deleted && resource.object === object && resource.unique?.[member]?.(doc) === value;

type Claim = UniqueRow & { readonly given_up: boolean };

/** The unique values that get a new owner in a unit, and those that are only released. */
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

/** The key of a unique value in the unit. */
export const uniqueKey = ({ account, object, member, value }: Pick<UniqueRow, 'account' | 'object' | 'member' | 'value'>): string =>
  `${account} ${object} ${member} ${value}`;

/** Why a unit cannot claim its unique values; null if they are free by now, or if a rule reads the owner and refuses itself. */
export async function refusalOfTaken(engine: Engine, unit: Unit): Promise<Refusal | null> {
  const uniques = uniquesOf(unit).uniques.filter((each) => !unit.followed.has(uniqueKey(each)));
  if (uniques.length === 0) return null;
  const wants = uniques.map(({ account, object, member, value }) => ({ of: 'unique', account, object, member, id: value }) as const);
  const owners = await engine.load(wants);
  const taken = uniques.findIndex(({ owner, previous }, place) => {
    const id = owners[place]?.id;
    return id !== undefined && id !== owner && id !== previous;
  });
  const row = uniques[taken];
  return row
    ? { code: 'resource_already_exists', param: row.member, message: `${owners[taken]?.id} already has this ${row.member}.` }
    : null;
}
