import { afterAll, expect, test } from 'vitest';
import { faultsInBothModes } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { settingsFor, startIdentityProvider } from '../support/identity-provider.js';
import { invited } from '../support/members.js';
import { startService, type TestService } from '../support/service.js';

const browser = useBrowser();
const services: TestService[] = [];
const provider = await startIdentityProvider(() => services.map(({ url }) => `${url}/dashboard/auth/single_sign_on/callback`));
const service = await startService({ ...settingsFor(provider), FLORIN_OIDC_REQUIRED: 'true' });
services.push(service);
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

test('a person continues with the provider, comes back, and is in the dashboard; the proof leaves the address', async () => {
  const { email } = await invited(service.client(), 'support');
  const tab = await browser.tab();
  const { page } = tab;
  await page.goto(`${service.url}/dashboard`);
  await page.getByRole('button', { name: 'Sign in as a member' }).click();
  await page.getByRole('button', { name: 'Continue with Example Login' }).waitFor();
  expect(await page.locator('input[type=password]').count()).toBe(0);
  expect(await faultsInBothModes(tab)).toEqual([]);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/single-sign-on.png` });
  await page.getByRole('button', { name: 'Continue with Example Login' }).click();
  await page.locator('input[name=login]').fill(email);
  await page.locator('input[name=password]').fill('any');
  await page.locator('[type=submit]').click();
  await page.getByRole('button', { name: /continue/i }).click();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Home');
  expect(page.url()).not.toContain('single_sign_on');
});

test('a person without an invitation comes back to the sign-in page, which says what to do', async () => {
  const { page } = await browser.tab();
  await page.goto(`${service.url}/dashboard`);
  await page.getByRole('button', { name: 'Sign in as a member' }).click();
  await page.getByRole('button', { name: 'Continue with Example Login' }).click();
  await page.locator('input[name=login]').fill('stranger@example.com');
  await page.locator('input[name=password]').fill('any');
  await page.locator('[type=submit]').click();
  await page.getByRole('button', { name: /continue/i }).click();
  await page.getByText('stranger@example.com has no access to this dashboard. Ask an administrator for an invitation.').waitFor();
});
