import { type Locale, localeOf } from '../paper/languages.js';

/** More than any browser sends; what follows is not looked at. */
const preferred_max = 20;

/**
 * In whose manner a page is written: that of the language which the page was made for, where it was made for one (`auto` is none), else of
 * the payer's browser, else in English.
 */
export function payerLocale(
  { headers }: { readonly headers: { readonly 'accept-language'?: string | undefined } },
  chosen?: string | null,
): Locale {
  const named = chosen && chosen !== 'auto' ? [chosen] : [];
  return localeOf([...named, ...preferredIn(headers['accept-language'] ?? '')]);
}

/** The languages of an `Accept-Language` header, the one that is liked best first (RFC 9110, 12.5.4). */
export function preferredIn(header: string): string[] {
  const wanted = header.split(',', preferred_max).map((each) => {
    const [tag = '', ...parameters] = each.split(';').map((part) => part.trim());
    const quality = parameters.find((part) => part.startsWith('q='))?.slice('q='.length);
    return { tag, quality: quality === undefined ? 1 : Number(quality) };
  });
  return wanted
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
