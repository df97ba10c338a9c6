/** What was typed into a form, by the names of its fields. */
export type Texts = Readonly<Record<string, string>>;

/** What the body of a form holds, as text. */
export function textsIn(body: unknown): Texts {
  const values = (body as { values?: Record<string, unknown> } | undefined)?.values ?? {};
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : [])));
}

/** What an address says behind its question mark: the server reads it as it is, because the API has a syntax of its own for it. */
export const queryIn = ({ query }: { readonly query: unknown }): URLSearchParams =>
  new URLSearchParams((query as { readonly text?: string }).text ?? '');
