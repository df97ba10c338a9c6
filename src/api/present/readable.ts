/** An answer as a person reads it in a terminal, where curl has asked for it; programs get it as it is. */
export const readable = (text: string, { 'user-agent': agent }: { readonly 'user-agent'?: string | undefined }): string =>
  agent?.startsWith('curl/') ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text;
