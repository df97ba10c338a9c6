/** How many statements carried how many writes, by the largest number of writes of a column. */
export type Batches = { readonly name: string; readonly connections: number; readonly shares: Readonly<Record<string, number>> };

/** The columns of the histogram that the service measures. */
export const sizes = ['1', '2', '4', '8', '16', '32'] as const;

const metric = /^florin_db_writes_per_statement_bucket\{le="(\d+)"\} (\d+)$/gm;

/** The statements so far, each column with the columns before it. */
async function counted(port: number): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return new Map([...text.matchAll(metric)].map(([, size = '', count]) => [size, Number(count)]));
}

/** The share of statements in each column while something runs, 0 to 1. */
export async function sharesDuring(port: number, work: () => Promise<unknown>): Promise<Batches['shares']> {
  const before = await counted(port);
  await work();
  const after = await counted(port);
  const sums = sizes.map((size) => (after.get(size) ?? 0) - (before.get(size) ?? 0));
  const all = sums.at(-1) ?? 0;
  return Object.fromEntries(sizes.map((size, place) => [size, ((sums[place] ?? 0) - (sums[place - 1] ?? 0)) / all]));
}
