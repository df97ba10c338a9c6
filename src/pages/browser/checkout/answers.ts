/** What came back for a request of the page: a page, a redirect, or nothing that says what happened. */
export type Answer = { readonly of: 'page'; readonly page: Document } | { readonly of: 'redirect' } | { readonly of: 'nothing' };

/** Asks for a page; with a body, sends a form. Redirects are not followed: they may lead to other origins. */
export async function request(url: string, body?: URLSearchParams): Promise<Answer> {
  const sent = body ? { method: 'POST', body } : {};
  try {
    const answer = await fetch(url, { ...sent, redirect: 'manual', headers: { accept: 'text/html' } });
    if (answer.type === 'opaqueredirect') return { of: 'redirect' };
    // A proxy or a service that is away answers with a page of its own.
    if (answer.status >= 500) return { of: 'nothing' };
    return { of: 'page', page: new DOMParser().parseFromString(await answer.text(), 'text/html') };
  } catch {
    return { of: 'nothing' };
  }
}

/** The values of a form that are sent with a button. */
export function valuesOf(form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams {
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') values.append(name, value);
  return values;
}

/** Leads to where the payment goes on: the page redirects to the next step, or to the end. */
export const goOn = (form: HTMLFormElement): void => location.assign(`${form.action}?onward=1`);
