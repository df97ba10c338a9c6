import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scripts } from '../../pages/kit/script-routes.js';

/** The folder of the browser scripts; the same path from the sources and from the build. */
const folder = join(import.meta.dirname, '../../../dist/browser');

const read = (name: string): string => readFileSync(join(folder, `${name}.js`), 'utf8');

/** The browser scripts that `npm run bundle` builds. */
export const bundledScripts = (): Scripts => ({
  stripe: read('stripe'),
  element: read('element'),
  controller: read('controller'),
  checkout: read('checkout'),
});
