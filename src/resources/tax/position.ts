import type { Registered } from '../../arithmetic/tax/determine.js';
import { placeOf } from '../../arithmetic/tax/places.js';
import { taxTable } from '../../arithmetic/tax/table.js';
import type { It } from '../../kernel/base/resource.js';
import type { account } from '../accounts/accounts/account.js';

type Account = It<typeof account>;

/** The settings and registrations of an account, as far as taxes depend on them. */
export type Position = NonNullable<Account['tax_position']>;

const none: Position = {
  rates: [],
  registrations: [],
  settings: { head_office: null, tax_behavior: null, tax_code: null },
};

/** The position of an account; before its first settings it is empty. */
export const positionOf = (it: Account | null): Position => it?.tax_position ?? none;

/** What is missing before taxes can be calculated, by the names of the settings' members. */
export const missingIn = ({ settings: { head_office } }: Position): string[] =>
  head_office && placeOf(head_office, taxTable()) ? [] : ['head_office'];

/** The registrations in force at a moment, in Unix seconds. */
export const registeredAt = ({ registrations }: Position, moment: number): readonly Registered[] =>
  registrations.filter(({ active_from, expires_at }) => active_from <= moment && (expires_at === null || expires_at > moment));
