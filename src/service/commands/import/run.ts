import { pairsOf } from '../data.js';
import type { Listed } from '../pages.js';
import type { Progress } from '../progress.js';
import type { Service } from '../service.js';
import type { RefusedByApi } from '../usage.js';
import type { Checkpoint } from './checkpoint.js';
import type { Vaulted } from './methods.js';
import { compared, shapes } from './shapes.js';
import type { Source } from './source.js';

/** What an import reads and writes. */
export type Importing = {
  readonly source: Source;
  readonly vaulted: readonly Vaulted[];
  readonly service: Service;
  readonly checkpoint: Checkpoint;
  readonly dry_run: boolean;
  readonly now: number;
  readonly progress: (total: number) => Progress;
};

/** The outcome for one resource. */
export type Outcome = {
  created: number;
  before: number;
  readonly left_out: { readonly id: string; readonly why: string }[];
  readonly failed: { readonly id: string; readonly why: string }[];
};

/** The outcome of an import, by resource. */
export type Outcomes = Readonly<Record<string, Outcome>>;

const newOutcome = (): Outcome => ({ created: 0, before: 0, left_out: [], failed: [] });

/** Creates what is not in the checkpoint yet, each resource after those that it names. */
export async function importAll(importing: Importing): Promise<Outcomes> {
  const { source, vaulted, progress } = importing;
  const found = new Map<string, readonly Listed[]>();
  for (const resource of Object.keys(shapes)) found.set(resource, await source(resource));
  const bar = progress([...found.values()].reduce((sum, { length }) => sum + length, vaulted.length));
  const outcomes: Record<string, Outcome> = {};
  try {
    for (const [resource, objects] of found) {
      if (resource === 'subscriptions') outcomes.payment_methods = await importMethods(importing, found.get('customers') ?? [], bar);
      outcomes[resource] = await importEach(importing, resource, objects, bar);
      if (resource === 'prices') await setDefaults(importing, found.get('products') ?? []);
    }
  } finally {
    bar.stop();
  }
  return outcomes;
}

type Work = () => Promise<string | { readonly left_out: string }>;

/** One object: once, whatever interrupts the import. */
async function once({ checkpoint }: Importing, outcome: Outcome, resource: string, id: string, work: Work): Promise<void> {
  if (checkpoint.idOf(resource, id) !== undefined) {
    outcome.before += 1;
    return;
  }
  try {
    const made = await work();
    if (typeof made === 'object') outcome.left_out.push({ id, why: made.left_out });
    else {
      checkpoint.add(resource, id, made);
      outcome.created += 1;
    }
  } catch (error) {
    if ((error as Partial<RefusedByApi>).refusal === undefined) throw error;
    outcome.failed.push({ id, why: (error as Error).message });
  }
}

async function importEach(importing: Importing, resource: string, objects: readonly Listed[], bar: Progress): Promise<Outcome> {
  const outcome = newOutcome();
  const mapped = (of: string, from: unknown): string | undefined => importing.checkpoint.idOf(of, String(from));
  for (const it of objects) {
    await once(importing, outcome, resource, it.id, async () => {
      const params = shapes[resource]?.(it, mapped, importing.now) ?? 'has no shape';
      if (typeof params === 'string') return { left_out: params };
      return create(importing, resource, it.id, params);
    });
    bar.step(resource);
  }
  return outcome;
}

type Made = { readonly id: string };

/** The key makes it safe to repeat a request whose response was lost before the checkpoint was written. */
async function create({ service, dry_run }: Importing, path: string, from: string, params: object): Promise<string> {
  if (dry_run) return from;
  return (await service<Made>('POST', `/v1/${path}`, formOf(params), { 'idempotency-key': `import ${path} ${from}` })).id;
}

const formOf = (params: object): URLSearchParams =>
  new URLSearchParams(Object.entries(params).flatMap(([name, value]) => pairsOf(name, value)) as [string, string][]);

/** Cards of imported customers; the default of the customer at the source is the default here. */
async function importMethods(importing: Importing, customers: readonly Listed[], bar: Progress): Promise<Outcome> {
  const outcome = newOutcome();
  const defaults = new Map(customers.map((it) => [it.id, defaultOf(it)]));
  for (const { id, customer: owner, params } of importing.vaulted) {
    await once(importing, outcome, 'payment_methods', id, async () => {
      const customer = importing.checkpoint.idOf('customers', owner);
      if (customer === undefined) return { left_out: `belongs to the customer ${owner}, who was not imported` };
      const made = await create(importing, 'payment_methods', id, params);
      if (importing.dry_run) return made;
      await importing.service('POST', `/v1/payment_methods/${made}/attach`, new URLSearchParams({ customer }));
      if (defaults.get(owner) === id)
        await importing.service('POST', `/v1/customers/${customer}`, formOf({ invoice_settings: { default_payment_method: made } }));
      return made;
    });
    bar.step('payment_methods');
  }
  return outcome;
}

const defaultOf = (it: Listed): unknown =>
  (it.invoice_settings as { readonly default_payment_method?: unknown } | null)?.default_payment_method ?? it.default_source;

/** A product names its default price, which exists only after it. */
async function setDefaults({ service, checkpoint, dry_run }: Importing, products: readonly Listed[]): Promise<void> {
  for (const it of dry_run ? [] : products) {
    const [product, price] = [checkpoint.idOf('products', it.id), checkpoint.idOf('prices', String(it.default_price))];
    if (product && price) await service('POST', `/v1/products/${product}`, new URLSearchParams({ default_price: price }));
  }
}

/** A member of an imported object that differs from its source. */
export type Difference = { readonly resource: string; readonly from: string; readonly to: string; readonly member: string };

/** Reads each imported object again and compares it with its source. */
export async function differencesIn({ source, service, checkpoint, progress }: Importing): Promise<readonly Difference[]> {
  const imported = checkpoint.every().filter(([resource]) => resource in compared);
  const bar = progress(imported.length);
  const differences: Difference[] = [];
  const sources = new Map<string, Listed>();
  for (const resource of Object.keys(compared)) for (const it of await source(resource)) sources.set(`${resource} ${it.id}`, it);
  for (const [resource, from, to] of imported) {
    const [there, here] = [sources.get(`${resource} ${from}`), await service<Listed>('GET', `/v1/${resource}/${to}`)];
    const members = there ? (compared[resource] ?? []).filter((name) => (there[name] ?? null) !== (here[name] ?? null)) : [];
    differences.push(...members.map((member) => ({ resource, from, to, member })));
    bar.step(`verifying ${resource}`);
  }
  bar.stop();
  return differences;
}
