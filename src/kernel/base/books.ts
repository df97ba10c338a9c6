import type { AnyResource, Document } from './resource.js';

/** The tables' key for an account and mode. */
export const tenantOf = (account_id: string, livemode: boolean): string => (livemode ? account_id : `${account_id}_test`);

/** The account that a tables' key belongs to. */
export const accountOf = (account: string): string => account.replace(/_test$/, '');

/** The tables' key under which an object lies that is named within `account`: what has books of its own lies in these, in the same mode. */
export const booksOf = ({ own_books }: Pick<AnyResource, 'own_books'>, account: string, id: string): string =>
  own_books ? tenantOf(id, accountOf(account) === account) : account;

/** Whether an object may be looked at from `account`: one with books of its own by itself, and by the account that it names. */
export const isOpenTo = ({ own_books }: AnyResource, doc: Document, account: string): boolean =>
  !own_books || doc.id === accountOf(account) || doc[own_books] === accountOf(account);
