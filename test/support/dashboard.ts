import type { Locator, Page } from 'playwright-core';
import type { Tab, useBrowser } from './browser.js';
import type { Client, TestService } from './service.js';

/** Opens a page of the dashboard in a tab that has signed in with a client's key. */
export function dashboardOf(browser: ReturnType<typeof useBrowser>, service: TestService): (client: Client, path?: string) => Promise<Tab> {
  return async (client, path = '/payments') => {
    const tab = await browser.tab();
    await tab.page.goto(`${service.url}/dashboard${path}`);
    await tab.page.locator('input[type=password]').fill(client.key);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.getByRole('button', { name: 'Sign out' }).waitFor();
    return tab;
  };
}

/** A list of the dashboard. */
export const table = (page: Page, name = 'Payments'): Locator => page.getByRole('table', { name });

/** The number of loaded rows of a list, of which a long one renders some. */
export const rowsOf = async (page: Page, name?: string): Promise<number> => Number(await table(page, name).getAttribute('aria-rowcount'));

/** The title of the page. */
export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** Opens a filter, fills in its form, and applies it. */
export async function filter(page: Page, name: string, fill: (form: Locator) => Promise<unknown>): Promise<void> {
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name }).click();
  const form = page.getByRole('dialog', { name });
  await fill(form);
  await form.getByRole('button', { name: 'Apply' }).click();
}

/** Starts an action, wherever the page has room for it, fills in its form, and sends it. */
export async function menu(page: Page, action: string, fill?: (dialog: Locator) => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await fill?.(page.getByRole('dialog'));
  await submit(page, action);
}

/** Chooses an object of a form by its id. */
export async function pick(page: Page, label: string, id: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).first().fill(id);
  await page.locator(`[role=option][value="${id}"]`).click();
}

/** Sends the form of an action. */
export const submit = (page: Page, action: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
