// Schemes that run code, read local files, open settings or start other programs. Any other may be a shop's own app.
const refused_schemes =
  /^(about|blob|chrome|chrome-.*|content|data|devtools|edge|file|filesystem|ftp|intent|jar|javascript|mailto|mhtml|moz-.*|ms-.*|res|resource|safari-.*|search-ms|shell|sms|tel|vbscript|view-source|wss?|wyciwyg|x-apple.*):$/;

// Not URL.canParse: in Node 20 and 22 it begins to refuse addresses with ü or é once V8 has optimised the call.
function returnAddress(return_url: string): URL | null {
  try {
    const address = new URL(return_url);
    return refused_schemes.test(address.protocol) ? null : address;
  } catch {
    return null;
  }
}

/** The name a payer knows the way back by: the shop's host, or the words for its app; null for an address that is refused. */
export function returnPlace(return_url: string, the_app: string): string | null {
  const address = returnAddress(return_url);
  if (address === null) return null;
  return /^https?:$/.test(address.protocol) ? address.host : the_app;
}

/**
 * The return url with `params` added, or null for an address that no payer may be sent to. Query and fragment stay as
 * the shop wrote them, except that a parameter of the same name goes: what we say of the outcome must be said once.
 */
export function returnLocation(return_url: string, params: Record<string, string>): string | null {
  const address = returnAddress(return_url);
  if (address === null) return null;
  const kept = address.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !names(pair, params));
  address.search = [...kept, encoded(params)].filter(Boolean).join('&');
  return address.href;
}

const names = (pair: string, params: Record<string, string>): boolean =>
  [...new URLSearchParams(pair).keys()].some((name) => Object.hasOwn(params, name));

// An app's own parser need not read `+` as a blank.
const encoded = (params: Record<string, string>): string => new URLSearchParams(params).toString().replaceAll('+', '%20');

/**
 * What `securityHeaders` must admit as form actions so that a post may be answered by a redirect to this return url.
 * Chromium checks every hop, also those the shop adds (to www, to its login), and blocks without a word to the payer:
 * only the scheme is safe to name. An IPv6 host could not be named at all.
 */
export function formActionSources(return_url: string | null): string[] {
  const address = return_url === null ? null : returnAddress(return_url);
  if (address === null) return [];
  return address.protocol === 'http:' ? ['http:', 'https:'] : [address.protocol];
}
