import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scripts } from '../../pages/kit/script-routes.js';

/** Where the scripts for browsers are, seen from the sources and from what is built of them alike. */
const folder = join(import.meta.dirname, '../../../dist/browser');

const read = (name: string): string => readFileSync(join(folder, `${name}.js`), 'utf8');

/** The scripts for browsers, as `npm run bundle` makes them. */
export const bundledScripts = (): Scripts => ({
  stripe: read('stripe'),
  element: read('element'),
  controller: read('controller'),
  checkout: read('checkout'),
});
