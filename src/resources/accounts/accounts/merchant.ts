import { about, nullable } from '../../../kernel/base/fields.js';
import { own } from '../../../kernel/base/reads.js';
import type { AnyResource } from '../../../kernel/base/resource.js';
import { type View, type ViewOf, view } from '../../../kernel/base/views.js';
import { seenOf } from '../../snapshot.js';
import { account } from './account.js';

/** The account whose page it is, as its pages receive it; null where it no longer exists. */
export const merchant = nullable(seenOf(account));

/** A view that shows the merchant with an object, for pages that expand it. */
export const withMerchant = <R extends AnyResource>(resource: R) =>
  view(resource, 'look at', {
    shows: { merchant: about('The account that the object belongs to, as its pages show it.', merchant) },
    reads: { account: own(account) },
    show: ({ account: owner }) => ({ merchant: owner }),
  });

/** What a page receives by that view. */
export type WithMerchant<R extends AnyResource> = ViewOf<View<R, unknown, { readonly merchant: typeof merchant }>>;
