import { tagsAmong } from '../locale.js';

/** The countries that an address can be in (ISO 3166-1). */
const codes =
  'AD AE AF AG AI AL AM AO AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

/** The countries with their names in a language, in the order of that language. */
export function countriesIn(language: string, only: readonly string[] | null): (readonly [string, string])[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return codes
    .filter((code) => only === null || only.includes(code))
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort(([, first], [, second]) => first.localeCompare(second, language));
}

/** The most likely country of the browser's user. */
export function countryOf(preferred: readonly string[]): string {
  const regions = tagsAmong(preferred).map((each) => new Intl.Locale(each).region);
  return regions.find((region) => region !== undefined && codes.includes(region)) ?? 'US';
}
