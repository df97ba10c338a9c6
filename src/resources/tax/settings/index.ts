import { set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { object } from '../../../kernel/base/members.js';
import { action, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { address, replaced } from '../../parts.js';
import { positionOf } from '../position.js';
import { defaults, taxSettings } from './settings.js';

/** Changes the tax settings of the account. */
export const update = rule(account, 'update tax settings', {
  takes: {
    defaults: about('How prices and lines are taxed that say nothing themselves.', object(defaults)),
    head_office: about(
      'The place from which the account sells; with it the settings become `active`.',
      object({
        address: about('The address of the head office, with its country; in the US with its state.', required(replaced(address))),
      }),
    ),
  },
  decide: ({ it, input }, asked) => {
    const { settings, ...position } = positionOf(it);
    const head_office = input.head_office ? { ...nowhere, ...input.head_office.address } : settings.head_office;
    if (input.head_office && !head_office?.country) return asked.refuse(without_country);
    const changed = { ...settings, ...input.defaults, head_office };
    return set(it, { tax_position: { ...position, settings: changed } });
  },
});

const nowhere = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

const without_country = {
  code: 'parameter_missing',
  param: 'head_office[address][country]',
  message: 'Missing required param: head_office[address][country].',
} as const;

/** The settings of the calculation of taxes. */
export const taxSettingsGroup = [
  retrieve(taxSettings, 'GET /v1/tax/settings', {
    about: 'Retrieves the settings by which taxes are calculated, and the date of the rates in use.',
    own: true,
  }),
  action('POST /v1/tax/settings', update, {
    own: true,
    replies: taxSettings,
    summary: 'Update tax settings',
    about: 'Updates the settings by which taxes are calculated. Existing invoices and calculations are not changed.',
  }),
] as const;
