import { Secret, TOTP } from 'otpauth';
import type { Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newestMails } from '../../src/delivery/mail/outbox.js';
import { faultsInBothModes } from '../support/axe.js';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { good_password, invited } from '../support/members.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

/** A tab that has accepted an invitation, and shows a page of the dashboard. */
async function joined(client: Client, path: string, role = 'administrator'): Promise<Tab & { readonly email: string }> {
  const { email, invitation } = await invited(client, role);
  const tab = await browser.tab();
  await tab.page.goto(`${service.url}/dashboard/invitation#${invitation}`);
  await tab.page.getByLabel('Your name').fill('Jenny Rosen');
  await tab.page.locator('input[type=password]').fill(good_password);
  await tab.page.getByRole('button', { name: 'Join' }).click();
  await tab.page.getByRole('button', { name: 'Sign out' }).waitFor();
  await tab.page.goto(`${service.url}/dashboard${path}`);
  return { ...tab, email };
}

/** The link of the message that a member who has forgotten the password gets. */
const forgottenLink = async (email: string): Promise<string | undefined> =>
  (await newestMails(service.engine.database, null))
    .filter(({ to, subject }) => to === email && subject.includes('A new password'))
    .map(({ text }) => /http\S+invitation#\S+/.exec(text)?.[0])[0];

const roleOf = async (client: Client, email: string): Promise<string | undefined> =>
  (await client.get('/v1/members', { email })).body.data[0]?.role;

const heading = ({ page }: Tab) => page.getByRole('heading', { level: 1 });

/** A picture of the page at each width and colour scheme, for the eye, where PICTURES names a folder. */
async function pictures({ page }: Tab, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [375, 768, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}-${colorScheme}.png` });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1000, height: 800 });
}

describe('members', () => {
  test('on a phone members are entries of a list, and the navigation has the profile and signs out', async () => {
    const client = service.client();
    const { email } = await invited(client, 'support');
    const tab = await joined(client, '/members');
    const { page, watched } = tab;
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('list', { name: 'Members' }).getByText('Jenny Rosen').waitFor();
    await page.locator(`input[aria-label="Role of ${email}"]`).click();
    await page.getByRole('option', { name: 'Analyst' }).click();
    await expect.poll(() => roleOf(client, email)).toBe('analyst');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await faultsInBothModes(tab)).toEqual([]);
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('link', { name: 'Jenny Rosen' }).click();
    await page.getByRole('list', { name: 'Sessions' }).getByText('This session').waitFor();
    expect(await faultsInBothModes(tab)).toEqual([]);
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => heading(tab).textContent()).toBe('Florin dashboard');
    expectQuiet(watched, service.url);
  });

  test('a link lets a person join, who then signs out and in again', async () => {
    const client = service.client();
    const { email, invitation } = await invited(client, 'support');
    const tab = await browser.tab();
    const { page } = tab;
    await page.goto(`${service.url}/dashboard/invitation#${invitation}`);
    await page.getByText('invites you as: Support').waitFor();
    expect(await faultsInBothModes(tab)).toEqual([]);
    await pictures(tab, 'invitation');
    await page.locator('input[type=password]').fill('short');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('alert').waitFor();
    await page.locator('input[type=password]').fill(good_password);
    await page.getByRole('button', { name: 'Join' }).click();
    await expect.poll(() => heading(tab).textContent()).toBe('Home');
    expect(page.url()).not.toContain(invitation);
    await page.reload();
    await expect.poll(() => heading(tab).textContent()).toBe('Home');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in as a member' }).click();
    expect(await faultsInBothModes(tab)).toEqual([]);
    await pictures(tab, 'sign-in');
    await page.getByLabel('E-mail address').fill(email);
    await page.locator('input[type=password]').fill('a wrong password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    await page.locator('input[type=password]').fill(good_password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.poll(() => heading(tab).textContent()).toBe('Home');
  });

  test('a member signs in without a network, as a service on the same machine is reached', async () => {
    const tab = await joined(service.client(), '/profile', 'support');
    const { page, email } = tab;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in as a member' }).click();
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await page.getByLabel('E-mail address').fill(email);
    await page.locator('input[type=password]').fill(good_password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.poll(() => heading(tab).textContent()).toBe('Profile');
  });

  test('a member signs in again while the sign-out has overtaken a read of the session', async () => {
    const tab = await joined(service.client(), '/profile', 'support');
    const { page, email } = tab;
    await page.getByText('This session').waitFor();
    const held: Route[] = [];
    await page.route('**/dashboard/auth/session', (route) => void held.push(route), { times: 1 });
    await page.evaluate("Date.now = (now => () => now() + 10_000)(Date.now); dispatchEvent(new Event('visibilitychange'))");
    await expect.poll(() => held.length).toBe(1);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in as a member' }).click();
    const answered = page.waitForResponse('**/dashboard/auth/session');
    await held[0]?.continue();
    await answered;
    await page.getByLabel('E-mail address').fill(email);
    await page.locator('input[type=password]').fill(good_password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.poll(() => heading(tab).textContent()).toBe('Profile');
  });

  test('a member who has forgotten the password chooses another by the link of an e-mail', async () => {
    const tab = await joined(service.client(), '/profile', 'support');
    const { page, email } = tab;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in as a member' }).click();
    await page.getByRole('button', { name: 'Forgot the password?' }).click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('status').filter({ hasText: 'If a member has this address' }).waitFor();
    expect(await faultsInBothModes(tab)).toEqual([]);
    await pictures(tab, 'forgotten');
    await service.until(async () => (await forgottenLink(email)) !== undefined);
    await page.goto(`${await forgottenLink(email)}`);
    await page.locator('input[type=password]').fill('another four plain words');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect.poll(() => heading(tab).textContent()).toBe('Home');
  });

  test('an administrator invites a member, changes the role and removes them', async () => {
    const client = service.client();
    const tab = await joined(client, '/members');
    const { page } = tab;
    await page.getByLabel('E-mail address of a new member').fill('new@example.com');
    await page.getByRole('button', { name: 'Invite' }).click();
    const status = page.getByRole('status').filter({ hasText: 'dashboard/invitation#mem_' });
    await status.waitFor();
    await page.locator('input[aria-label="Role of new@example.com"]').waitFor();
    await expect.poll(() => page.locator('[data-loading]').count()).toBe(0);
    expect(await faultsInBothModes(tab)).toEqual([]);
    await pictures(tab, 'members');
    await page.locator('input[aria-label="Role of new@example.com"]').click();
    await page.getByRole('option', { name: 'Analyst' }).click();
    await expect.poll(() => roleOf(client, 'new@example.com')).toBe('analyst');
    await page.getByRole('button', { name: 'Remove new@example.com' }).click();
    await expect.poll(async () => (await client.get('/v1/members', { email: 'new@example.com' })).body.data).toEqual([]);
    expectQuiet(tab.watched, service.url);
  });

  test('a member turns one-time passwords on by the QR code, and signs in with them', async () => {
    const tab = await joined(service.client(), '/profile', 'view_only');
    const { page } = tab;
    const section = page.getByRole('region', { name: 'One-time passwords' });
    await section.getByLabel('Current password').fill(good_password);
    await section.getByRole('button', { name: 'Set up' }).click();
    await section.getByRole('img', { name: 'QR code' }).waitFor();
    const secret = (await section.getByTestId('totp-secret').textContent()) ?? '';
    const code = (): string => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: service.now() });
    await section.getByLabel('One-time password').fill(code());
    await section.getByRole('button', { name: 'Turn on' }).click();
    await section.getByText('recovery codes').first().waitFor();
    expect(await faultsInBothModes(tab)).toEqual([]);
    await pictures(tab, 'profile');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in as a member' }).click();
    await page.getByLabel('E-mail address').fill(tab.email);
    await page.locator('input[type=password]').fill(good_password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    service.advance(30_000);
    await page.getByLabel('One-time password').fill(code());
    await pictures(tab, 'second-factor');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => heading(tab).textContent()).toBe('Profile');
  });

  test('a member adds a passkey and signs in with it, without a password, until it is removed', async () => {
    // Browsers make passkeys for names alone, not for addresses of numbers.
    const origin = service.url.replace('127.0.0.1', 'localhost');
    const { email, invitation } = await invited(service.client());
    const { page } = await browser.tab();
    const devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    const device = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    } as const;
    await devices.send('WebAuthn.addVirtualAuthenticator', { options: { ...device, automaticPresenceSimulation: true } });
    await page.goto(`${origin}/dashboard/invitation#${invitation}`);
    await page.locator('input[type=password]').fill(good_password);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.goto(`${origin}/dashboard/profile`);
    const section = page.getByRole('region', { name: 'Passkeys' });
    await section.getByLabel('Name of a new passkey').fill('Laptop');
    await section.getByLabel('Current password').fill(good_password);
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.getByText('Laptop, never used').waitFor();
    const signInByPasskey = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign in as a member' }).click();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
    };
    await signInByPasskey();
    await section.getByText('Laptop, last used').waitFor();
    await page.getByText(email).first().waitFor();
    await section.getByRole('button', { name: 'Remove Laptop' }).click();
    await expect.poll(() => section.getByText('Laptop').count()).toBe(0);
    await signInByPasskey();
    await page.getByText('This passkey is of no member.').waitFor();
  });

  test('a session that was revoked leads to the page to sign in', async () => {
    const client = service.client();
    const tab = await joined(client, '/payments');
    await expect.poll(() => heading(tab).textContent()).toBe('Payments');
    for (const { id } of (await client.get('/v1/member_sessions')).body.data) await client.del(`/v1/member_sessions/${id}`);
    await expect.poll(() => heading(tab).textContent(), { timeout: 15_000 }).toBe('Florin dashboard');
  });
});
