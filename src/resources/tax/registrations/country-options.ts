import { european_union } from '../../../arithmetic/tax/determine.js';
import { sample_table } from '../../../arithmetic/tax/table.js';
import { about, type Field, required, type SaidFields } from '../../../kernel/base/fields.js';
import { oneOf, textOf } from '../../../kernel/base/kinds.js';
import { object, sparse } from '../../../kernel/base/members.js';

/** Countries in which a business is registered as a resident one is. */
const standard = 'AE AL AO AU AW BA BB BD BF BH BS CD CH ET GB GN IS JP ME MK MR NO NZ OM RS SG SR UY ZA ZW'.split(' ');

/** Countries with a registration of its own kind for sellers from abroad. */
const simplified =
  'AM AZ BJ BW BY CI CL CM CO CR CV EC EG GE GH ID IN KE KG KH KR KZ LA LK MA MD MU MX MY NG NP PE PH RU SA SN TH TJ TR TW TZ UA UG UZ VN ZM'.split(
    ' ',
  );

const scheme = <const S extends string>(...schemes: readonly S[]) =>
  about(
    'How sales to other countries are taxed; for a `standard` registration.',
    object({
      place_of_supply_scheme: about(
        '`standard` taxes by the place of supply, `small_seller` by your own country, `inbound_goods` only goods from abroad.',
        required(oneOf(...schemes)),
      ),
    }),
  );

const european = sparse({
  standard: scheme('standard', 'small_seller', 'inbound_goods'),
  type: about(
    '`standard` for one country, `oss_union` for sales from it to the rest of the EU, `oss_non_union` for services and `ioss` for goods from outside.',
    required(oneOf('ioss', 'oss_non_union', 'oss_union', 'standard')),
  ),
});

const resident = sparse({
  standard: scheme('standard', 'inbound_goods'),
  type: about('Always `standard`.', required(oneOf('standard'))),
});

const foreign = sparse({ type: about('Always `simplified`.', required(oneOf('simplified'))) });

const american = sparse({
  state: about('The state as its two-letter code.', required(textOf(2, { examples: ['CA'] }))),
  type: about('Always `state_sales_tax`, the only tax of states that Florin calculates.', required(oneOf('state_sales_tax'))),
});

const canadian = sparse({
  province_standard: about(
    'The province of a `province_standard` registration.',
    object({ province: about('The province as its two-letter code, such as `QC`.', required(textOf(2))) }),
  ),
  type: about(
    '`standard` and `simplified` for GST and HST, `province_standard` for PST, RST and QST of a province.',
    required(oneOf('province_standard', 'simplified', 'standard')),
  ),
});

type Given = {
  readonly type: string;
  readonly state?: string;
  readonly standard?: { readonly place_of_supply_scheme: string };
  readonly province_standard?: { readonly province: string };
};

type Option = Field<Given, Given, 'optional', string>;

const named = (codes: Iterable<string>, field: unknown): [string, Option][] =>
  [...codes].map((code) => [
    code.toLowerCase(),
    about(`The registration in ${sample_table.places[code]?.name ?? code}.`, field as Field<Given, Given, 'optional'>),
  ]);

const options: Readonly<Record<string, Option>> = Object.fromEntries(
  [
    ...named(european_union, european),
    ...named(standard, resident),
    ...named(simplified, foreign),
    ...named(['CA'], canadian),
    ...named(['US'], american),
  ].sort(([a], [b]) => (a < b ? -1 : 1)),
);

/** What a registration says of its country, under the code of that. */
export const country_options = about(
  'The kind of the registration, under the code of its country in lower case.',
  sparse(options satisfies SaidFields),
);

/** What calculations read of a registration: the province or state, the type, and the scheme. */
export function readOf(options: Readonly<Record<string, Given | undefined>>, country: string) {
  const given = options[country.toLowerCase()];
  if (!given) return null;
  const state = given.state ?? given.province_standard?.province ?? null;
  return { type: given.type, state: state?.toUpperCase() ?? null, scheme: given.standard?.place_of_supply_scheme ?? null };
}
