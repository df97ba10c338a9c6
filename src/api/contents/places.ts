import { refused } from '../../kernel/base/refusal.js';

/** Takes a place under each name, and returns a function that gives them back. */
export type Places = (bounds: readonly (readonly [name: string, max: number])[]) => () => void;

/** Limits concurrent use per name. A caller above the limit is refused with `message`. */
export function places(message: string): Places {
  const taken = new Map<string, number>();
  const change = (name: string, by: number): void => {
    const count = (taken.get(name) ?? 0) + by;
    if (count === 0) taken.delete(name);
    else taken.set(name, count);
  };
  return (bounds) => {
    if (bounds.some(([name, max]) => (taken.get(name) ?? 0) >= max)) throw refused({ code: 'rate_limit', message });
    for (const [name] of bounds) change(name, 1);
    let given_back = false;
    return () => {
      if (given_back) return;
      given_back = true;
      for (const [name] of bounds) change(name, -1);
    };
  };
}
