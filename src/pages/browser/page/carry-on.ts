import type { Failure, Json, Step } from '../shapes.js';
import { askInDialog } from './dialog.js';
import type { Host } from './host.js';

/** How an intent stands, as the controller says it. */
export type Standing = { readonly intent: Json; readonly step: Step | null } | { readonly error: Failure };

/** How far the page wants it to go. */
export type Going = {
  /** The payer's steps are left to the page. */
  readonly leave_steps?: boolean;
  /** Where the payer is redirected even without a step. */
  readonly return_url?: string | undefined;
};

/** What a page gets: the intent under its own name, or an error. */
export type Result = Json;

/** Goes on with an intent until there is nothing left to do on this page. */
export async function carryOn(host: Host, standing: Standing, going: Going): Promise<Result> {
  if ('error' in standing) return { error: standing.error };
  const { intent, step } = standing;
  if (!step || going.leave_steps) return finish(intent, going);
  if (step.kind === 'redirect') return goTo(step.url);
  const { left } = await askInDialog(host, step.url);
  const next: Standing = await host.ask('ended', { client_secret: intent.client_secret, url: step.url, left });
  return carryOn(host, next, going);
}

function finish(intent: Json, { return_url }: Going): Result | Promise<never> {
  if (return_url !== undefined && intent.status !== 'requires_action') return goTo(returnTo(return_url, intent));
  return intent.object === 'setup_intent' ? { setupIntent: intent } : { paymentIntent: intent };
}

/** Nothing comes of the call: the page that has made it goes away. */
export function goTo(url: string): Promise<never> {
  location.assign(url);
  return new Promise(() => undefined);
}

const redirect_statuses: ReadonlyMap<unknown, string> = new Map([
  ['succeeded', 'succeeded'],
  ['requires_capture', 'succeeded'],
  ['processing', 'pending'],
]);

/** The return address with the parameters for the shop, the same as after a step on a separate page. */
function returnTo(return_url: string, intent: Json): string {
  const address = new URL(return_url, location.href);
  const name = String(intent.object);
  address.searchParams.set(name, String(intent.id));
  address.searchParams.set(`${name}_client_secret`, String(intent.client_secret));
  address.searchParams.set('redirect_status', redirect_statuses.get(intent.status) ?? 'failed');
  return address.href;
}
