import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';

const program = fileURLToPath(new URL('../../dist/service/commands/florin.js', import.meta.url));

/** Kinds of objects that a seeded shop lacks, by an event of theirs. */
const events = [
  ...[
    'application_fee.created',
    'billing.credit_grant.created',
    'billing.meter.created',
    'charge.dispute.created',
    'checkout.session.completed',
    'credit_note.created',
  ],
  ...['customer.subscription.trial_will_end', 'file.created', 'invoice.overdue', 'issuing_authorization.created', 'issuing_card.created'],
  ...['issuing_transaction.created', 'payment_intent.requires_action', 'payment_intent.payment_failed', 'payment_link.created'],
  ...['promotion_code.created', 'reporting.report_run.succeeded', 'setup_intent.succeeded', 'subscription_schedule.created'],
  ...['tax_rate.created', 'test_helpers.test_clock.created', 'topup.succeeded', 'transfer.created', 'webhook_endpoint.disabled'],
];

/** Fills a sandbox with a shop, some months of its history and the kinds of objects that a shop lacks. */
export async function fillSandbox(url: string, key: string): Promise<void> {
  const run = (...words: string[]): Promise<unknown> =>
    promisify(execFile)(process.execPath, [program, ...words, '--url', url, '--key', key]);
  await run('seed', '--customers', '20', '--payments', '80', '--weeks', '10');
  await run('trigger', ...events);
}

/** Signs in with a key. The tab keeps it. */
export async function signIn(page: Page, url: string, key: string): Promise<void> {
  await page.goto(`${url}/dashboard/home`);
  await page.locator('input[type=password]').fill(key);
  await page.locator('button[type=submit]').click();
  await page.locator('nav a[href]').first().waitFor({ state: 'attached' });
}

/** Waits until a page of the dashboard shows what it has read. Its stream of events stays open, so that the network is never idle. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('main h1, main p').first().waitFor();
  await page.locator('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))');
}

/** The paths of all areas of the dashboard, each with the page of its newest object if it has one. */
export async function areasOf(page: Page, url: string): Promise<string[]> {
  const links = await page.locator('nav a[href]').all();
  const areas = (await Promise.all(links.map((link) => link.getAttribute('href')))).flatMap((path) =>
    path?.startsWith('/dashboard/') ? path : [],
  );
  const paths: string[] = [];
  for (const area of areas) {
    await page.goto(`${url}${area}`);
    await loaded(page);
    const [first] = await page.locator('main tr[data-id] td:first-child a[href^="/dashboard/"]').all();
    paths.push(area, ...(first ? [(await first.getAttribute('href')) ?? area] : []));
  }
  return paths;
}
