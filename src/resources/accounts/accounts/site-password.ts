import type { Concealed } from '../../../kernel/base/concealed.js';
import { type Effects, seal } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import type { AnyIt } from '../../../kernel/base/resource.js';
import type { writable } from './account.js';

type Numbers = Readonly<Record<string, Concealed>>;
type SettingsGiven = NonNullable<Given<typeof writable>['settings']>;

/** Given settings as they are kept: a password of a website goes to the vault. */
export function passwordIn(given: SettingsGiven | undefined) {
  const { paypay_payments, ...settings } = given ?? {};
  if (!paypay_payments) return { change: given ? { settings } : {}, vault: {} };
  const { site, ...plain } = paypay_payments;
  const { in_development, ...rest } = site ?? {};
  const { password, ...known } = in_development ?? {};
  const entered = in_development && { in_development: { ...known, ...(password && { password_provided: true }) } };
  return {
    change: { settings: { ...settings, paypay_payments: { ...plain, ...(site && { site: { ...rest, ...entered } }) } } },
    vault: password ? { paypay_site_password: password } : {},
  };
}

/** Adds to what the vault keeps of an account, if there is anything to add. */
export const sealedIn = (it: AnyIt, kept: Numbers, added: Numbers): Effects =>
  Object.keys(added).length > 0 && seal(it, { ...kept, ...added });
