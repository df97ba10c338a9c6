type Headers = { readonly 'user-agent'?: string | undefined; readonly 'content-type'?: string | undefined };

/** An answer as a person reads it in a terminal, where curl asks by parameters of a form or by none; a script that sends JSON gets it compact. */
export const readable = (text: string, { 'user-agent': agent, 'content-type': type }: Headers): string =>
  agent?.startsWith('curl/') && !type?.startsWith('application/json') ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text;
