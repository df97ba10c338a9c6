import { taxIdOptions } from '../kit/tax-id-names.js';
import { group, input, type Markup, type Shown, select } from '../kit/ui.js';
import { filled } from '../paper/languages.js';
import { filledIn } from './fields.js';
import { type Filled, filledOf } from './filled.js';
import type { CheckoutSession, CustomField } from './session.js';
import type { Speaking } from './speaking.js';

/** What the merchant asks in words of its own, and by whose number the payer is taxed. */
export function furtherFields(session: CheckoutSession, filling: Filled, speaking: Speaking): Shown {
  const { custom_fields, tax_id_collection } = session;
  const { said } = speaking;
  if (custom_fields.length === 0 && !tax_id_collection?.enabled) return null;
  return group(
    said.further,
    'fields',
    custom_fields.map((field) => customField(field, filling, speaking)),
    tax_id_collection?.enabled && taxIdFields(session, filling, speaking),
  );
}

function customField(field: CustomField, filling: Filled, speaking: Speaking): Markup {
  const { key, type, optional } = field;
  const own = field[type];
  const label = field.label.custom ?? key;
  const common = {
    ...filledOf(filling, `custom_${key}`, own?.default_value ?? ''),
    label: optional ? filled(speaking.said.optional, { label }) : label,
    required: !optional,
    ...(!optional && { data: filledIn(speaking) }),
  };
  if (type === 'dropdown')
    return select({ ...common, options: (field.dropdown?.options ?? []).map(({ value, label: shown }) => [value, shown] as const) });
  const { maximum_length } = field[type] ?? { maximum_length: null };
  return input({ ...common, autocomplete: 'off', numeric: type === 'numeric', characters_max: maximum_length ?? 255 });
}

/** The kinds of numbers that most businesses have, by which they can be taxed; the API knows more. */
const tax_id_types = [
  'eu_vat',
  'gb_vat',
  'ch_vat',
  'no_vat',
  'us_ein',
  'ca_gst_hst',
  'ca_bn',
  'au_abn',
  'nz_gst',
  'in_gst',
  'br_cnpj',
  'br_cpf',
  'mx_rfc',
  'jp_cn',
  'jp_trn',
  'kr_brn',
  'sg_uen',
  'sg_gst',
  'hk_br',
  'th_vat',
  'my_sst',
  'id_npwp',
  'ph_tin',
  'za_vat',
  'ae_trn',
  'sa_vat',
  'tr_tin',
  'il_vat',
  'es_cif',
  'de_stn',
  'cl_tin',
  'tw_vat',
] as const;

function taxIdFields({ tax_id_collection, name_collection }: CheckoutSession, filling: Filled, speaking: Speaking): Shown {
  const { said, fields } = speaking;
  const optional = (label: string): string => (tax_id_collection?.required === 'if_supported' ? label : filled(said.optional, { label }));
  return [
    !name_collection?.business?.enabled &&
      input({ ...filledOf(filling, 'business_name'), label: optional(said.business_name), autocomplete: 'organization' }),
    select({
      ...filledOf(filling, 'tax_id_type'),
      label: optional(said.tax_id_kind),
      options: taxIdOptions(tax_id_types, speaking.locale),
    }),
    input({ ...filledOf(filling, 'tax_id'), label: optional(fields.tax_id), autocomplete: 'off', ltr: true, characters_max: 50 }),
  ];
}
