import { initialOf, mergeMembers } from '../../src/base/fields.js';
import type { AnyResource, It, Settable, StateOf } from '../../src/base/resource.js';
import type { Surroundings } from '../../src/base/legacy.js';

/** The moment of every decision made here: 15 June 2030. */
export const now = Date.UTC(2030, 5, 15) / 1000;

/** Surroundings that are the same every time: ids are counted, a fingerprint tells nothing. */
export function surroundings(changes: Partial<Surroundings> = {}): Surroundings {
  let made = 0;
  return {
    now,
    livemode: false,
    account: 'acct_1',
    version: null,
    by_browser: false,
    fresh: ({ prefix }) => `${prefix}_new${++made}`,
    fingerprint: () => 'fingerprint',
    pageUrl: (page, { id }) => `https://pay.example.com/${page}/${id}`,
    refusalOfUrl: () => null,
    balance: 0,
    ...changes,
  };
}

type Members<R extends AnyResource> = Settable<R> & { readonly id?: string; readonly status?: StateOf<R> };

/** An object as it could be stored: every member at its first value, but for those given. */
export function stored<R extends AnyResource>(resource: R, members: Members<R> = {} as Members<R>): It<R> {
  const { id = `${resource.prefix}_1`, status, ...given } = members as { id?: string; status?: string } & object;
  const set = mergeMembers(resource.fields, initialOf(resource.fields), given);
  const doc = { id, object: resource.object, created: now, livemode: false, ...(resource.states && { status: status ?? '' }), ...set };
  return doc as unknown as It<R>;
}
