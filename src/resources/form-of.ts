import type { AnyResource, Document, FormOf, It } from '../kernel/base/resource.js';

/** Declares how objects of a resource become another form of them. */
export const formOf = <R extends AnyResource>(resource: R, shape: (it: It<R>) => Document | null, told: FormOf['told']): FormOf => ({
  resource,
  shape: shape as unknown as FormOf['shape'],
  told,
});
