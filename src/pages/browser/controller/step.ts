import { type Json, membersOf, type Step, textOf } from '../shapes.js';

/** Where a payer goes on whose intent waits for them; null where there is nowhere to go. */
export async function stepOf(intent: Json): Promise<Step | null> {
  const next = membersOf(intent.next_action);
  const url = intent.status === 'requires_action' ? urlIn(membersOf(next[String(next.type)])) : undefined;
  if (url === undefined) return null;
  return (await isFramable(url)) ? { kind: 'dialog', url: framed(url) } : { kind: 'redirect', url };
}

const places = ['url', 'hosted_instructions_url', 'hosted_voucher_url', 'mobile_auth_url'] as const;

const urlIn = (member: Json): string | undefined => places.map((place) => textOf(member[place])).find((url) => url !== undefined);

const framed = (url: string): string => `${url}/framed`;

/** Whether the page of a step may stand in a dialog. The service says so, of the authentication of cards alone. */
async function isFramable(url: string): Promise<boolean> {
  if (!URL.canParse(url) || new URL(url).origin !== location.origin || !new URL(url).pathname.startsWith('/challenge/')) return false;
  try {
    return (await fetch(framed(url), { credentials: 'omit' })).ok;
  } catch {
    return false;
  }
}

/** Leaves a step that the payer has turned away from. */
export async function abandonStep(url: string): Promise<void> {
  const body = new URLSearchParams({ outcome: 'abandon' });
  await fetch(url, { method: 'POST', body, credentials: 'omit' });
}
