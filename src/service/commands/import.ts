import { type Described, one_line } from './described.js';
import { type Checkpoint, checkpointIn } from './import/checkpoint.js';
import { vaultedIn } from './import/methods.js';
import { type Difference, differencesIn, type Importing, importAll, type Outcomes } from './import/run.js';
import { type Source, sourceAt, sourceIn } from './import/source.js';
import { paced } from './paced.js';
import { progressOf } from './progress.js';
import { type OfResult, sayResult } from './result.js';
import { type Asking, asking, connectionTo, serviceOf } from './service.js';
import { exit_codes, misused } from './usage.js';

type Options = Asking &
  OfResult & {
    readonly from?: string;
    readonly stripeUrl: string;
    readonly methods?: string;
    readonly checkpoint: string;
    readonly perSecond: string;
    readonly dryRun?: boolean;
    readonly verify: boolean;
  };

/** `florin import stripe`: copies products, prices, coupons, customers, cards and subscriptions of another account. */
export const importing: Described = {
  examples: ['STRIPE_API_KEY=rk_live_... florin import stripe --dry-run', 'florin import stripe --from export --key sk_test_copy'],
  commands: {
    stripe: {
      about: 'copy customers, products, prices, coupons, cards and subscriptions from Stripe',
      json: one_line,
      examples: [
        'STRIPE_API_KEY=rk_live_... florin import stripe --dry-run',
        'STRIPE_API_KEY=rk_live_... florin import stripe --methods cards.json --key sk_live_...',
        'florin import stripe --from export --key sk_test_copy',
      ],
      notes: `Ids of products and coupons are kept. Other objects have new ids: the checkpoint lists them, and metadata[stripe_id] has the old one. A subscription
keeps its next renewal, and nothing is charged before. Run the import again after an interruption, or for what was added since.`,
      add: (command) =>
        asking(command)
          .option('--from <folder>', 'a folder with customers.jsonl and so on; without it, the API is read with the key in STRIPE_API_KEY')
          .option('--stripe-url <url>', 'the API to read from', 'https://api.stripe.com')
          .option('--methods <file>', "the processor's export of vaulted cards, which no API returns")
          .option('--checkpoint <file>', 'what has been imported; an interrupted import continues with it', 'import-stripe.jsonl')
          .option('--per-second <count>', 'the maximum number of requests per second, to each side', '20')
          .option('--dry-run', 'read and check everything, and create nothing')
          .option('--no-verify', 'do not read the imported objects again at the end')
          .action(importStripe),
    },
  },
};

async function importStripe({ dryRun = false, verify, ...options }: Options): Promise<void> {
  const work: Importing = {
    source: sourceOf(options),
    vaulted: options.methods === undefined ? [] : vaultedIn(options.methods),
    service: serviceOf(paced(connectionTo(options), rateOf(options.perSecond))),
    checkpoint: dryRun ? inMemory(options.checkpoint) : checkpointIn(options.checkpoint),
    dry_run: dryRun,
    now: Math.floor(Date.now() / 1000),
    progress: (total) => progressOf(total),
  };
  const outcomes = await importAll(work);
  const differences = verify && !dryRun ? await differencesIn(work) : [];
  sayResult(options, { ...outcomes, differences }, said(outcomes, differences, dryRun));
  if (differences.length > 0 || Object.values(outcomes).some(({ failed }) => failed.length > 0)) process.exitCode = exit_codes.failure;
}

function rateOf(perSecond: string): number {
  if (!/^[1-9]\d{0,3}$/.test(perSecond)) throw misused('--per-second is a whole number from 1 to 9999.');
  return Number(perSecond);
}

/** The key of the source is not an option, because other users of the machine can read the options of a process. */
function sourceOf({ from, stripeUrl, perSecond }: Pick<Options, 'from' | 'stripeUrl' | 'perSecond'>): Source {
  if (from !== undefined) return sourceIn(from);
  const apiKey = process.env.STRIPE_API_KEY;
  if (!apiKey)
    throw misused(
      'Name the folder of an export with --from, or set STRIPE_API_KEY to a key that may read customers, products, prices, coupons and subscriptions.',
    );
  const source = sourceAt(serviceOf(paced(connectionTo({ apiUrl: stripeUrl, apiKey }), rateOf(perSecond))));
  const read = new Map<string, ReturnType<Source>>();
  return (resource) => {
    const found = read.get(resource) ?? source(resource);
    read.set(resource, found);
    return found;
  };
}

/** A dry run continues from the checkpoint, and does not write to it. */
function inMemory(path: string): Checkpoint {
  const memory = checkpointIn(null);
  for (const row of checkpointIn(path).every()) memory.add(...row);
  return memory;
}

const shown_max = 20;

function said(outcomes: Outcomes, differences: readonly Difference[], is_dry: boolean): string {
  const lines = Object.entries(outcomes).flatMap(([resource, { created, before, left_out, failed }]) => [
    `${resource.padEnd(16)} ${created} ${is_dry ? 'would be created' : 'created'}, ${before} from before, ${left_out.length} left out, ${failed.length} failed`,
    ...left_out.slice(0, shown_max).map(({ id, why }) => `  ${id} ${why}`),
    ...failed.slice(0, shown_max).map(({ id, why }) => `  ${id} was refused: ${why}`),
  ]);
  const verified = differences.map(({ resource, from, to, member }) => `${resource} ${from} and ${to} differ in ${member}`);
  return [...lines, ...verified, ...(is_dry ? ['Nothing was created.'] : [])].join('\n');
}
