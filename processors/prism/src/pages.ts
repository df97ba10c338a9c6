import { revisited } from './asking.js';
import { notify } from './notifying.js';
import type { Redirect } from './store.js';
import type { World } from './world.js';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** A page, or null where none is at this address. */
export type Page = { readonly html: string; readonly policy: string | null };

/** The page that sends a payer on to the connector: a form that submits itself, or the connector's own page. */
export async function stepPage({ store }: World, token: string, nonce: string): Promise<Page | null> {
  const redirect = (await store.byToken(token))?.kept.redirect;
  return redirect ? pageOf(redirect, nonce) : null;
}

function pageOf(redirect: Redirect, nonce: string): Page {
  if (redirect.kind === 'html') return { html: redirect.html, policy: null };
  const fields = Object.entries(redirect.fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Continue</title>
<form method="${redirect.method}" action="${escaped(redirect.url)}">${fields.join('')}<button>Continue</button></form>
<script nonce="${nonce}">document.forms[0].submit()</script></html>`;
  return { html, policy: `default-src 'none'; script-src 'nonce-${nonce}'` };
}

/** Takes a payer back from the connector: asks for the status, tells Florin, and answers with the merchant's address. `returned` is what the browser brought, as a query. */
export async function payerReturned(world: World, token: string, returned: string): Promise<string | null> {
  const row = await world.store.byToken(token);
  const connector = row && world.configuration.connectors.find(({ name }) => name === row.connector);
  if (!row || !connector) return null;
  const now = row.state === 'final' ? row : await revisited(world, connector, row.key, returned === '' ? {} : { kept: { returned } });
  if (now?.notify) await notify(world, connector, now);
  return 'return_url' in row.question ? row.question.return_url : null;
}
