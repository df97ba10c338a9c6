import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Tab } from './browser.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Found = { readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[] };

const textOf = ({ violations }: Found): string[] => violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);

/** Waits for the frame in which a page follows its color scheme, and then for the end of transitions: in between a colour is none of the page's. */
const settled = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => Promise.all(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime)).map(({ finished }) => finished.catch(() => {})))).then(() => null)`;

/** The violations that axe finds in a tab's page. */
export async function faults({ page }: Tab): Promise<string[]> {
  await page.evaluate(axe);
  await page.evaluate(settled);
  return textOf(await page.evaluate<Found>('axe.run()'));
}

/** The rules of axe that look at colours: no other rule answers otherwise in dark mode. */
const of_colours = `axe.run({ runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } })`;

/** The violations in light mode, and those of colours in dark mode. The page is left in light mode. */
export async function faultsInBothModes(tab: Tab): Promise<string[]> {
  await tab.page.emulateMedia({ colorScheme: 'light' });
  const light = await faults(tab);
  await tab.page.emulateMedia({ colorScheme: 'dark' });
  await tab.page.evaluate(settled);
  const dark = textOf(await tab.page.evaluate<Found>(of_colours));
  await tab.page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `dark mode: ${fault}`)];
}

const with_frames = `axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`;

/** The violations in a page together with the foreign frames on it. */
export async function faultsWithFrames({ page }: Tab): Promise<string[]> {
  for (const frame of page.frames()) await frame.evaluate(`${axe}; ${with_frames}`);
  return textOf(await page.evaluate<Found>('axe.run()'));
}
