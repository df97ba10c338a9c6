/** An operation on objects with known versions: a writer's new version of one object, or the versions of several that a reader saw in one read. */
export type Operation = {
  readonly name: string;
  /** Times on one monotonic counter: when it was sent, and when its answer arrived. */
  readonly sent: number;
  readonly answered: number;
} & ({ readonly wrote: string; readonly version: number } | { readonly saw: ReadonlyMap<string, number> });

/** Times in the order in which this process sees them. */
export function counted(): () => number {
  let count = 0;
  return () => ++count;
}

/** The versions of an object in the order in which they replaced each other, oldest first. */
export type Order = ReadonlyMap<string, readonly number[]>;

/**
 * A circle among operations that each had to come before the next; null where some order of all of them explains the history. An operation comes
 * before another one that replaced its version, that saw its version, that replaced the version it saw, or that was sent after its answer (strict
 * serializability, as in Adya's thesis and the checker Elle).
 */
export function circleIn(history: readonly Operation[], order: Order): readonly string[] | null {
  const after = followersIn(history, order);
  const state = new Map<Operation, 'open' | 'done'>();
  const path: Operation[] = [];
  const visit = (operation: Operation): readonly string[] | null => {
    if (state.get(operation) === 'done') return null;
    if (state.get(operation) === 'open') return path.slice(path.indexOf(operation)).map(({ name }) => name);
    state.set(operation, 'open');
    path.push(operation);
    for (const next of after.get(operation) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    path.pop();
    state.set(operation, 'done');
    return null;
  };
  for (const operation of history) {
    const circle = visit(operation);
    if (circle) return circle;
  }
  return null;
}

function followersIn(history: readonly Operation[], order: Order): Map<Operation, Operation[]> {
  const writers = new Map(history.flatMap((each) => ('wrote' in each ? [[`${each.wrote} ${each.version}`, each] as const] : [])));
  const writerOf = (object: string, version: number | undefined): Operation[] => {
    const writer = version === undefined ? undefined : writers.get(`${object} ${version}`);
    return writer ? [writer] : [];
  };
  const nextOf = (object: string, version: number): number | undefined => {
    const versions = order.get(object) ?? [];
    return versions[versions.indexOf(version) + 1];
  };
  const after = new Map<Operation, Operation[]>(history.map((each) => [each, history.filter(({ sent }) => sent > each.answered)]));
  for (const each of history) {
    if ('wrote' in each) after.get(each)?.push(...writerOf(each.wrote, nextOf(each.wrote, each.version)));
    else
      for (const [object, version] of each.saw) {
        for (const writer of writerOf(object, version)) after.get(writer)?.push(each);
        after.get(each)?.push(...writerOf(object, nextOf(object, version)));
      }
  }
  return after;
}
