import { expect, test } from 'vitest';
import { isRefused } from '../base/refusal.js';
import { turns } from './turns.js';

/** Jobs that end on request, and the order in which they began. */
function works(take: ReturnType<typeof turns>) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const ask = (who: string, name: string): Promise<string> =>
    take(who, () => {
      begun.push(name);
      return new Promise((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve(name))));
    });
  return { begun, ask, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

const bounds = { at_once: 2, of_one: 1, waiting_max: 3 };
const settled = (): Promise<void> => new Promise(setImmediate);

test('a client with many jobs runs one at a time, and another client does not wait for all of them', async () => {
  const { begun, ask, end } = works(turns(bounds));
  const all = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
  const other = ask('b', 'b1');
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
  end('b1');
  await other;
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'a2', 'a3']) {
    end(name);
    await settled();
  }
  expect([begun, await Promise.all(all)]).toEqual([
    ['a1', 'b1', 'a2', 'a3'],
    ['a1', 'a2', 'a3'],
  ]);
});

test('waiting clients take turns', async () => {
  const { begun, ask, end } = works(turns({ ...bounds, at_once: 1 }));
  for (const name of ['a1', 'a2', 'b1', 'b2', 'c1']) void ask(name.charAt(0), name);
  for (let place = 0; place < 5; place++) {
    await settled();
    end(begun.at(-1) ?? '');
  }
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
});

test('a failed job gives its turn back', async () => {
  const { ask, end } = works(turns(bounds));
  const failing = ask('a', 'a1');
  const next = ask('a', 'a2');
  await settled();
  end('a1', new Error('of the work'));
  await expect(failing).rejects.toThrow('of the work');
  await settled();
  end('a2');
  expect(await next).toBe('a2');
});

test('429: jobs beyond one client’s queue limit are refused, and other clients are not', async () => {
  const { ask, end } = works(turns(bounds));
  const taken = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name));
  const refusal = await ask('a', 'a5').catch((error: unknown) => error);
  expect(isRefused(refusal) && refusal.refusal.code).toBe('rate_limit');
  const other = ask('b', 'b1');
  await settled();
  end('b1');
  expect(await other).toBe('b1');
  for (const name of ['a1', 'a2', 'a3', 'a4']) {
    end(name);
    await settled();
  }
  expect(await Promise.all(taken)).toHaveLength(4);
});

test('with rests, the next turn begins after a pause as long as the last turn', async () => {
  let now_ms = 0;
  const pauses: { pause_ms: number; run: () => void }[] = [];
  const after = (pause_ms: number, run: () => void): void => void pauses.push({ pause_ms, run });
  const { begun, ask, end } = works(turns({ ...bounds, rests_by: () => now_ms, after }));
  const [first] = [ask('a', 'a1'), ask('a', 'a2')];
  await settled();
  now_ms = 50;
  end('a1');
  await first;
  await settled();
  expect([begun, pauses.map(({ pause_ms }) => pause_ms)]).toEqual([['a1'], [50]]);
  pauses[0]?.run();
  await settled();
  expect(begun).toEqual(['a1', 'a2']);
});
