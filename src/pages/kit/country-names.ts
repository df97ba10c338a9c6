import { alphabet, regionNames } from '../../kernel/base/intl.js';
import type { Locale } from '../paper/languages.js';

/** The countries and regions that an address can be in (ISO 3166-1). */
const codes =
  'AD AE AF AG AI AL AM AO AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

type Named = readonly (readonly [code: string, name: string])[];

const known = new Map<string, Named>();

/** All of them with their names in a language, in the order of that language. Making the list takes longer than a page does, and languages are few. */
function countriesIn(language: Locale['language']): Named {
  const made = known.get(language);
  if (made) return made;
  const names = regionNames(language);
  const { compare } = alphabet(language);
  const list = codes.map((code) => [code, names.of(code) ?? code] as const).sort(([, one], [, other]) => compare(one, other));
  known.set(language, list);
  return list;
}

/** The selectable countries; all by default. */
export const countriesFor = ({ language }: Locale, allowed: readonly string[] | null): Named =>
  allowed === null ? countriesIn(language) : countriesIn(language).filter(([code]) => allowed.includes(code));
