type Headers = { readonly 'user-agent'?: string | undefined; readonly 'content-type'?: string | undefined };

/** Indents a response for curl in a terminal, unless it sends JSON: scripts that do so get compact JSON. */
export const readable = (text: string, { 'user-agent': agent, 'content-type': type }: Headers): string =>
  agent?.startsWith('curl/') && !type?.startsWith('application/json') ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text;
