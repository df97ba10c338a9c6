/** The samples of a scrape by their series, such as `florin_payments_total{outcome="failed",mode="test"}`. */
export type Scrape = ReadonlyMap<string, number>;

/** Reads the metrics of a process. */
export async function scrape(url: string): Promise<Scrape> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

/** The series that have changed between two scrapes, by how much. */
export const changes = (before: Scrape, after: Scrape): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...after].flatMap(([series, value]) => {
      const difference = value - (before.get(series) ?? 0);
      return difference === 0 ? [] : [[series, difference]];
    }),
  );
