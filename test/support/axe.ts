import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Tab } from './browser.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds in a tab's page. */
export async function faults({ page }: Tab): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

const with_frames = `axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`;

/** The violations in a page together with the foreign frames on it. */
export async function faultsWithFrames(tab: Tab): Promise<string[]> {
  for (const frame of tab.page.frames()) await frame.evaluate(`${axe}; ${with_frames}`);
  const { violations } = await tab.page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
