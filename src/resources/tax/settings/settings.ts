import { taxTable } from '../../../arithmetic/tax/table.js';
import { about, nullable } from '../../../kernel/base/fields.js';
import { oneOf, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { account } from '../../accounts/accounts/account.js';
import { default_behaviors } from '../../accounts/accounts/tax-position.js';
import { formOf } from '../../form-of.js';
import { address } from '../../parts.js';
import { missingIn, positionOf } from '../position.js';
import { tax_code } from '../tax-code.js';

/** The defaults for prices and lines that say nothing themselves. */
export const defaults = {
  tax_behavior: about(
    'Whether amounts include taxes if their price says nothing; `inferred_by_currency` adds them in USD and CAD only. Null adds them.',
    nullable(oneOf(...default_behaviors)),
  ),
  tax_code: about('The tax code of products without one of their own; null for general tangible goods.', nullable(tax_code)),
} as const;

/** The settings of an account as they are shown. */
const shape = (it: It<typeof account>) => {
  const { settings } = positionOf(it);
  const missing = missingIn(positionOf(it));
  const status = missing.length ? ('pending' as const) : ('active' as const);
  return {
    id: it.id,
    object: 'tax.settings',
    created: it.created,
    defaults: { provider: 'stripe', tax_behavior: settings.tax_behavior, tax_code: settings.tax_code },
    head_office: settings.head_office && { address: settings.head_office },
    livemode: it.livemode,
    rates: { date: taxTable().date, source: taxTable().source },
    status,
    status_details: missing.length ? { pending: { missing_fields: missing } } : { active: {} },
  };
};

/** The tax settings of an account, which are stored in the account. */
export const taxSettings = resource({
  object: 'tax.settings',
  title: 'tax settings',
  prefix: 'taxset',
  fields: {
    defaults: about(
      'How prices and lines are taxed that say nothing themselves.',
      object({
        provider: about('The name of the calculation for SDKs; always `stripe`, and Florin calculates.', oneOf('stripe')),
        ...defaults,
      }),
    ),
    head_office: about(
      'The place from which the account sells; null until it is set.',
      nullable(object({ address: about('The address of the head office.', address) })),
    ),
    rates: about(
      'The table of tax rates in use.',
      object({
        date: about('The day of the rates.', text),
        source: about('The source of the rates, as the table states it.', text),
      }),
    ),
    status: about('`active` when taxes can be calculated, `pending` while settings are missing.', oneOf('active', 'pending')),
    status_details: about(
      'What the status depends on.',
      object({
        active: about('Present when the settings are complete.', nullable(object({}))),
        pending: about(
          'Present while settings are missing.',
          nullable(object({ missing_fields: about('The names of the missing settings.', nullable(listOf(text))) })),
        ),
      }),
    ),
  },
  start: null,
  events: { updated: 'tax.settings.updated' },
  form_of: formOf(account, shape, { 'account.updated': 'tax.settings.updated' }),
});
