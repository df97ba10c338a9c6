import type { AnyResource, Document } from './resource.js';

/** The tenant key of an account and mode. */
export const tenantOf = (account_id: string, livemode: boolean): string => (livemode ? account_id : `${account_id}_test`);

/** The account of a tenant key. */
export const accountOf = (account: string): string => account.replace(/_test$/, '');

/** The tenant key of an object that is referred to within `account`: an account object is stored under its own, in the same mode. */
export const booksOf = ({ own_books }: Pick<AnyResource, 'own_books'>, account: string, id: string): string =>
  own_books ? tenantOf(id, accountOf(account) === account) : account;

/** Whether `account` may read an object: an account object is readable by itself and by the account in its `own_books` member. */
export const isOpenTo = ({ own_books }: AnyResource, doc: Document, account: string): boolean =>
  !own_books || doc.id === accountOf(account) || doc[own_books] === accountOf(account);
