import type { Category } from './table.js';

/** A category of products as the API names it. */
export type TaxCode = { readonly id: string; readonly name: string; readonly description: string; readonly category: Category };

const code = (id: string, category: Category, name: string, description: string): TaxCode => ({ id, name, description, category });

/** The tax codes that the API lists. */
export const tax_codes: readonly TaxCode[] = [
  code('txcd_00000000', 'nontaxable', 'Nontaxable', 'Something that no tax applies to, wherever it is sold.'),
  code(
    'txcd_10000000',
    'digital',
    'Electronically supplied services',
    'Services that a computer supplies over a network, of no narrower kind.',
  ),
  code('txcd_10010001', 'saas', 'Infrastructure as a service, personal use', 'Computing capacity over a network for a private person.'),
  code('txcd_10101000', 'saas', 'Infrastructure as a service, business use', 'Computing capacity over a network for a business.'),
  code('txcd_10102000', 'saas', 'Platform as a service', 'A hosted environment in which customers develop and run software.'),
  code('txcd_10103000', 'saas', 'Software as a service, personal use', 'Hosted software that a private person uses over a network.'),
  code('txcd_10103001', 'saas', 'Software as a service, business use', 'Hosted software that a business uses over a network.'),
  code('txcd_10201000', 'digital', 'Downloaded video games', 'Games that are downloaded, with permanent rights.'),
  code('txcd_10202000', 'digital', 'Downloaded software, personal use', 'Software that a private person downloads and installs.'),
  code('txcd_10202003', 'digital', 'Downloaded software, business use', 'Software that a business downloads and installs.'),
  code('txcd_10302000', 'ebooks', 'Digital books', 'Books as files to download, with permanent rights.'),
  code('txcd_10401100', 'digital', 'Digital audio works, downloaded', 'Music and recordings as files to download.'),
  code('txcd_10402100', 'digital', 'Digital audiovisual works, downloaded', 'Films and series as files to download.'),
  code('txcd_10402200', 'digital', 'Streamed audiovisual works', 'Films and series that are streamed while a subscription lasts.'),
  code('txcd_10501000', 'digital', 'Digital photographs and images', 'Pictures as files to download.'),
  code('txcd_10701100', 'services', 'Website advertising', 'Space for advertisements on websites.'),
  code('txcd_20030000', 'services', 'General services', 'Services of persons, of no narrower kind.'),
  code('txcd_20060017', 'services', 'Training services', 'Courses and training for adults, held by persons.'),
  code('txcd_30011000', 'clothing', 'Clothing and footwear', 'Clothes and shoes for everyday use.'),
  code('txcd_35010000', 'books', 'Printed books', 'Books on paper.'),
  code('txcd_40060003', 'food', 'Food for home consumption', 'Groceries that are not prepared meals.'),
  code('txcd_92010001', 'shipping', 'Shipping', 'The transport of goods to the buyer.'),
  code('txcd_99999999', 'goods', 'General tangible goods', 'Physical goods of no narrower kind.'),
];

const known = new Map(tax_codes.map((each) => [each.id, each.category]));

/** The first digits of families of codes, for codes that the list lacks. */
const families: readonly (readonly [string, Category])[] = [
  ['txcd_00', 'nontaxable'],
  ['txcd_1010', 'saas'],
  ['txcd_1030', 'ebooks'],
  ['txcd_10', 'digital'],
  ['txcd_20', 'services'],
  ['txcd_3001', 'clothing'],
  ['txcd_35', 'books'],
  ['txcd_40', 'food'],
  ['txcd_92', 'shipping'],
];

/** The category of a code: that of its row, of its family, or general goods. */
export const categoryOf = (id: string): Category =>
  known.get(id) ?? families.find(([beginning]) => id.startsWith(beginning))?.[1] ?? 'goods';

/** Whether a text has the form of a tax code. */
export const isTaxCode = (id: string): boolean => /^txcd_\d{8}$/.test(id);

const physical: ReadonlySet<Category> = new Set<Category>(['goods', 'books', 'food', 'clothing', 'shipping']);

/** Whether something of a category crosses borders as goods. */
export const isPhysical = (category: Category): boolean => physical.has(category);
