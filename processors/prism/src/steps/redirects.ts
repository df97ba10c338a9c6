import type { types } from 'hyperswitch-prism';
import prism from 'hyperswitch-prism';
import type { Redirect } from '../store.js';

/** How a payer continues at the connector: straight to an address, over a page of this program, or not at all. */
export type Continuation = { readonly url: string } | { readonly page: Redirect } | null;

/** A redirect of the library. Forms that send fields, and pages, are hosted; forms of a connector's own script are not possible here. */
export function continuationOf(form: types.IRedirectForm | null | undefined): Continuation {
  if (form?.uri?.uri) return { url: form.uri.uri };
  if (form?.html?.htmlData) return { page: { kind: 'html', html: form.html.htmlData } };
  const { endpoint, method, formFields } = form?.form ?? {};
  if (!endpoint) return null;
  const fields = { ...formFields };
  const is_get = method !== prism.types.HttpMethod.HTTP_METHOD_POST;
  if (is_get) return { url: withFields(endpoint, fields) };
  return { page: { kind: 'form', url: endpoint, method: 'post', fields } };
}

function withFields(endpoint: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}
