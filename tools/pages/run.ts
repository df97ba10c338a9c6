import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { environmentOf, startBuilt } from '../../bench/service.js';
import { type Row, rows } from './rows.js';
import { openShop, type Shop } from './shop.js';

/** How every page is looked at. */
const looks = [
  { name: 'light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
] as const;

const bytes_max = 60_000;
const qualities = [72, 60, 45, 30];
const folder = fileURLToPath(new URL('../../docs/pages/', import.meta.url));

/** Takes a picture of a page in every look. One that would be too large is taken again, less sharp. */
async function take(browser: Browser, row: Row, shop: Shop): Promise<void> {
  const { name, language = 'en' } = row;
  const first = await row.address(shop);
  for (const { name: look, ...options } of looks) {
    const context = await browser.newContext({ ...options, locale: language, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const address = row.once && look !== looks[0].name ? await row.address(shop) : first;
    await page.goto(address, { waitUntil: 'networkidle' });
    const path = join(folder, `${name}-${look}.jpg`);
    for (const quality of qualities) {
      await page.screenshot({ path, type: 'jpeg', quality });
      if (statSync(path).size <= bytes_max) break;
    }
    await context.close();
  }
}

const gallery = (taken: readonly Row[]): string => `# The pages that payers meet

Every page at 1280 by 800 in light and in dark colours, and on a phone of 390 by 844, as far as it shows without scrolling. \`npm run pages\`
takes these pictures of a service that it starts for it; \`tools/pages/rows.ts\` is the list. How a business gives them its own look is in
[branding](../branding.md).

${taken
  .map(
    ({ name, title }) =>
      `## ${title}\n\n| Light | Dark | Phone |\n|---|---|---|\n| ![${title}, light](${name}-light.jpg) | ![${title}, dark](${name}-dark.jpg) | ![${title}, on a phone](${name}-phone.jpg) |\n`,
  )
  .join('\n')}`;

async function takeAll(shop: Shop, wanted: readonly Row[]): Promise<void> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  try {
    for (const row of wanted) await take(browser, row, shop);
  } finally {
    await browser.close();
  }
}

const names = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), 'florin-pages-'));
const service = await startBuilt({ ...environmentOf(data), FLORIN_WORKER: 'on' });
try {
  mkdirSync(folder, { recursive: true });
  await takeAll(await openShop(`http://127.0.0.1:${service.port}`), names.length ? rows.filter(({ name }) => names.includes(name)) : rows);
  writeFileSync(join(folder, 'README.md'), gallery(rows));
} finally {
  await service.stop();
  rmSync(data, { recursive: true, force: true });
}
