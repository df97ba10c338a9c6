/** The name that was probably meant; null if none is similar. */
export function nearest(given: string, names: readonly string[]): string | null {
  const word = given.toLowerCase();
  const changes_max = Math.min(3, Math.max(1, Math.floor(word.length / 3)));
  let [best, fewest] = [null as string | null, changes_max + 1];
  for (const name of names) {
    if (Math.abs(name.length - word.length) >= fewest) continue;
    const changes = changesBetween(word, name);
    if (changes < fewest) [best, fewest] = [name, changes];
  }
  return best;
}

/** The edit distance: letters inserted, omitted, replaced, or swapped with their neighbor. */
function changesBetween(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let a = 1; a <= one.length; a++) {
    const next = [a];
    for (let b = 1; b <= other.length; b++) {
      const differs = one[a - 1] === other[b - 1] ? 0 : 1;
      const least = Math.min((next[b - 1] ?? 0) + 1, (row[b] ?? 0) + 1, (row[b - 1] ?? 0) + differs);
      const swapped = a > 1 && b > 1 && one[a - 1] === other[b - 2] && one[a - 2] === other[b - 1];
      next.push(swapped ? Math.min(least, (before[b - 2] ?? 0) + 1) : least);
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
