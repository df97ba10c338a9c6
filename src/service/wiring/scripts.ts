import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DashboardFile } from '../../pages/dashboard/routes.js';
import type { Scripts } from '../../pages/kit/script-routes.js';

/** The folder of the browser scripts; the same path from the sources and from the build. */
const folder = join(import.meta.dirname, '../../../dist/browser');

const read = (name: string): string => readFileSync(join(folder, `${name}.js`), 'utf8');

/** The browser scripts that `npm run bundle` builds. */
export const bundledScripts = (): Scripts => ({
  stripe: read('stripe'),
  connect: read('connect'),
  element: read('element'),
  controller: read('controller'),
  checkout: read('checkout'),
  wallet: read('wallet'),
});

/** The files of the dashboard that `npm run bundle` builds, and their compressed forms. */
export const bundledDashboard = (): DashboardFile[] =>
  readdirSync(join(folder, 'dashboard'))
    .filter((name) => !name.endsWith('.br'))
    .map((name) => ({
      name,
      content: readFileSync(join(folder, 'dashboard', name)),
      brotli: readFileSync(join(folder, 'dashboard', `${name}.br`)),
    }));
