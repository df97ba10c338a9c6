import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { environmentOf, startBuilt } from '../../bench/service.js';
import { areasOf, fillSandbox, loaded, signIn } from './dashboard-rows.js';
import { type Further, further_rows } from './further-rows.js';
import { rows } from './rows.js';
import { openShop, type Shop } from './shop.js';

const about = `Takes pictures of every page of payers and of every area of the dashboard into .screens/, for eyes: none is kept in the repository.

  npm run screens                                    all pages in all looks
  npm run screens -- checkout portal                 pages whose names contain a word
  npm run screens -- --look dark --look phone        some looks
  npm run screens -- --language de                   in another language than that of each page
`;

/** How every page is looked at. */
const looks = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  tablet: { viewport: { width: 768, height: 1024 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
} as const;

type Look = keyof typeof looks;

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { look: { type: 'string', multiple: true }, language: { type: 'string' }, help: { type: 'boolean' } },
});
const chosen = (Object.keys(looks) as Look[]).filter((look) => values.look?.includes(look) ?? true);
const isWanted = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word));

const folder = fileURLToPath(new URL('../../.screens/', import.meta.url));
const key = 'sk_test_thedashboardthatisseen';
const taken: { readonly name: string; readonly look: Look; readonly wider_by: number }[] = [];

const contextOf = (browser: Browser, look: Look, language = 'en'): Promise<BrowserContext> =>
  browser.newContext({ ...looks[look], locale: values.language ?? language, reducedMotion: 'reduce' });

/** Takes a picture of a whole page, and notes by how much it is wider than its screen. */
async function take(
  context: BrowserContext,
  name: string,
  look: Look,
  open: (page: Awaited<ReturnType<BrowserContext['newPage']>>) => Promise<unknown>,
): Promise<void> {
  const page = await context.newPage();
  try {
    await open(page);
    await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true });
    const wider_by = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    taken.push({ name, look, wider_by });
    if (wider_by > 0) process.stdout.write(`${name}, ${look}: ${wider_by} pixels wider than the screen\n`);
  } catch (error) {
    process.stdout.write(`${name}, ${look}: ${error}\n`);
  } finally {
    await page.close();
  }
}

/** The pages of payers, with those that are not in the gallery. */
async function takePayers(browser: Browser, shop: Shop): Promise<void> {
  const all: readonly Further[] = [...rows, ...further_rows];
  for (const { name, address, language, once, after } of all.filter(({ name }) => isWanted(name))) {
    let url = await address(shop);
    for (const look of chosen) {
      const context = await contextOf(browser, look, language);
      if (once && look !== chosen[0]) url = await address(shop);
      await take(context, name, look, async (page) => {
        await page.goto(url, { waitUntil: 'networkidle' });
        await after?.(page);
      });
      await context.close();
    }
  }
}

/** The areas of the dashboard. A page of one object is named after its area. */
async function takeDashboard(browser: Browser, url: string): Promise<void> {
  await fillSandbox(url, key);
  const first = await contextOf(browser, 'light');
  const page = await first.newPage();
  await signIn(page, url, key);
  const paths = (await areasOf(page, url)).filter((path) => isWanted(nameOf(path)));
  await first.close();
  for (const look of chosen) {
    const context = await contextOf(browser, look);
    await context.addInitScript(`sessionStorage.setItem('florin.key', ${JSON.stringify(key)})`);
    for (const path of paths)
      await take(context, nameOf(path), look, async (opened) => {
        await opened.goto(`${url}${path}`);
        await loaded(opened);
      });
    await context.close();
  }
}

function nameOf(path: string): string {
  const [, , area = '', id] = path.split('/');
  return `dashboard-${area}${id ? '-one' : ''}`;
}

/** All pictures on one page, a row for each page. */
const sheet = (): string => {
  const names = [...new Set(taken.map(({ name }) => name))];
  const rowOf = (name: string): string =>
    `<h2>${name}</h2><div>${chosen.map((look) => `<a href="${name}-${look}.png"><img src="${name}-${look}.png" alt="${look}"></a>`).join('')}</div>`;
  return `<!doctype html><meta charset="utf-8"><style>div{display:flex;gap:8px;align-items:start}img{max-width:24vw;border:1px solid #999}</style>${names.map(rowOf).join('')}`;
};

async function main(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'florin-screens-'));
  const service = await startBuilt({ ...environmentOf(data), FLORIN_WORKER: 'on' });
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  const url = `http://127.0.0.1:${service.port}`;
  try {
    mkdirSync(folder, { recursive: true });
    await takePayers(browser, await openShop(url));
    if (words.length === 0 || words.some((word) => 'dashboard'.includes(word) || word.startsWith('dashboard')))
      await takeDashboard(browser, url);
    writeFileSync(join(folder, 'index.html'), sheet());
  } finally {
    await browser.close();
    await service.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

if (values.help) process.stdout.write(about);
else await main();
