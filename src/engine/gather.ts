import type { Concealed } from '../base/concealed.js';
import { refused } from '../base/errors.js';
import type { Fields } from '../base/fields.js';
import type { AnyResource, Document, Needs } from '../base/resource.js';
import type { Row, Want } from '../storage/load.js';
import { openContents } from '../vault/vault.js';
import type { Engine, Index } from './engine.js';
import { type Fold, take } from './fold.js';

/** What an action asks to be read before it decides. */
export type Gathering = {
  readonly account: string;
  readonly account_id: string;
  readonly resource: AnyResource;
  /** The object acted on; null for one being made. */
  readonly id: string | null;
  readonly fields: Fields;
  readonly params: Readonly<Record<string, unknown>>;
  readonly needs: Needs;
  /** An answer needs no number of what it is about. */
  readonly without_vault?: true;
  readonly key: string | null;
  readonly balance: { readonly ledger_account: string; readonly currency: string } | null;
};

/** What was read. */
export type Gathered = {
  readonly target: Row | null;
  readonly needed: Readonly<Record<string, Row | null>>;
  readonly contents: ReadonlyMap<string, Readonly<Record<string, Concealed>>>;
  readonly key: Row | null;
  readonly balance: { readonly amount: number; readonly guard: number };
};

type Reference = { readonly object: string; readonly id: string; readonly param: string };

/** Every id among the parameters, with the kind it must be of; names of test objects stand for ones made on the spot. */
export function references(index: Index, fields: Fields, params: Readonly<Record<string, unknown>>, at = ''): Reference[] {
  return Object.entries(params).flatMap(([name, value]) => {
    const field = fields[name];
    const param = at ? `${at}[${name}]` : name;
    if (!field || value === null || value === undefined) return [];
    if (field.members) return references(index, field.members, value as Record<string, unknown>, param);
    if (!field.refers_to || typeof value !== 'string' || isNamed(index, field.refers_to, value)) return [];
    return [{ object: field.refers_to, id: value, param }];
  });
}

/** Whether an id is the name of a test object. */
export const isNamed = (index: Index, object: string, id: string): boolean => index.resources.get(object)?.named?.is(id) ?? false;

/** ONE read: the object, every object its parameters or members refer to, the vault, the balance and the idempotency key. */
export async function gather(engine: Engine, gathering: Gathering): Promise<Gathered> {
  const { account, resource, id, fields, params, needs, key, balance } = gathering;
  const referred = references(engine.index, fields, params);
  const wants: Want[] = referred.map(({ object, id }) => ({ of: 'object', account, object, id }));
  const plan = new Map<string, number>();
  const add = (name: string, want: Want): void => {
    const same =
      want.of === 'object' ? wants.findIndex((each) => each.of === 'object' && each.object === want.object && each.id === want.id) : -1;
    plan.set(name, same === -1 ? wants.push(want) - 1 : same);
  };
  if (id !== null) add('target', { of: 'object', account, object: resource.object, id });
  for (const want of neededWants(engine.index, gathering)) add(want.name, want.want);
  if (balance) add('balance', { of: 'balance', account, object: balance.ledger_account, id: balance.currency });
  if (key !== null) add('key', { of: 'key', account, id: key });
  const rows = wants.length ? await engine.load(wants) : [];
  const at = (name: string): Row | null => rows[plan.get(name) ?? -1] ?? null;
  const replayed = at('key');
  if (!replayed) refuseMissing(referred, rows);
  return {
    target: at('target'),
    needed: Object.fromEntries(Object.keys(needs).map((name) => [name, at(`need ${name}`)])),
    contents: opened(
      engine,
      account,
      Object.keys(needs).map((name) => at(`vault ${name}`)),
    ),
    key: replayed,
    balance: { amount: Number(at('balance')?.doc ?? 0), guard: at('balance')?.version ?? 0 },
  };
}

/** The member at a dotted path: `invoice_settings.default_payment_method`. */
export const memberOf = (object: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], object);

/** A needed object is named by a parameter, or else by a member of the stored object and then found in the same statement. */
function neededWants(
  index: Index,
  { account, account_id, resource, id, fields, params, needs, without_vault }: Gathering,
): { name: string; want: Want }[] {
  return Object.entries(needs).flatMap(([name, needed]) => {
    const given = name === 'account' ? account_id : memberOf(params, name);
    if (given === null || (typeof given === 'string' && isNamed(index, needed.object, given))) return [];
    const named = typeof given === 'string' ? { object: needed.object, id: given, member: '' } : null;
    const own = id === null ? null : { object: resource.object, id, member: name };
    const place = named ?? throughParameter(fields, params, name) ?? own;
    if (!place) return [];
    const found: Want = named ? { of: 'object', account, ...named } : { of: 'follow', account, ...place, target: needed.object };
    const sealed: Want = { of: 'vault', account, ...place };
    return [{ name: `need ${name}`, want: found }, ...(needed.vault && !without_vault ? [{ name: `vault ${name}`, want: sealed }] : [])];
  });
}

/** `payment_intent.latest_charge`: the member of an object that a parameter names. */
function throughParameter(
  fields: Fields,
  params: Gathering['params'],
  path: string,
): { object: string; id: string; member: string } | null {
  const dot = path.indexOf('.');
  const [name, member] = [path.slice(0, dot), path.slice(dot + 1)];
  const [id, object] = [params[name], fields[name]?.refers_to];
  return dot > 0 && object && typeof id === 'string' ? { object, id, member } : null;
}

function refuseMissing(referred: readonly Reference[], rows: readonly (Row | null)[]): void {
  for (const [place, { object, id, param }] of referred.entries()) {
    const row = rows[place];
    if (!row || row.deleted) throw refused({ code: 'resource_missing', status: 400, param, message: `No such ${object}: '${id}'` });
  }
}

function opened(engine: Engine, account: string, rows: readonly (Row | null)[]): Gathered['contents'] {
  const sealed = rows.filter((row) => row?.bytes);
  return new Map(
    sealed.map((row) => [
      (row as Row).id,
      openContents(engine.vault, account, (row as Row).id, {
        key_id: (row as Row).secret ?? '',
        sealed: (row as Row).bytes as Buffer,
      }),
    ]),
  );
}

/** The needed objects as a `decide` sees them: what this request has made or changed wins over what was read. */
export function refsOf(
  fold: Fold,
  needs: Needs,
  needed: Gathered['needed'],
  it: Document,
  params: Readonly<Record<string, unknown>>,
): Record<string, Document | null> {
  return Object.fromEntries(
    Object.entries(needs).map(([name, resource]) => {
      const row = needed[name];
      const given = memberOf(params, name);
      const id = name === 'account' ? row?.id : given === undefined ? memberOf(it, name) : given;
      const made = typeof id === 'string' ? fold.objects.get(id) : undefined;
      if (made) return [name, made.doc];
      return [name, row && !row.deleted ? take(fold, resource, row).doc : null];
    }),
  );
}

/** Whether a fold's objects hold all that would be read for these needs. The caller's account is never among them. */
export const areInHand = (objects: Fold['objects'], needs: Needs, it: Document): boolean =>
  Object.keys(needs).every(
    (name) => name !== 'account' && (typeof memberOf(it, name) !== 'string' || objects.has(memberOf(it, name) as string)),
  );
