// A source with a blank, comma or semicolon would end the directive and begin one of its author's choosing.
const source = /^[\w.+:/*-]+$/;
const nonce_shape = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * The headers every page is sent with. `formActions` lists, beside ourselves, where a form may lead: Chromium applies it
 * to each redirect that answers the post, so it must admit the way back to the shop (see `formActionSources`).
 * `https` adds HSTS, which must not be sent over plain http. `scripts` admits the page's own script by its nonce, `asks` what
 * that asks of ourselves. `framed` is for the pages that may stand in a merchant's (decisions 0058 and 0061).
 */
export function securityHeaders(view: {
  nonce: string;
  formActions: readonly string[];
  https?: boolean;
  scripts?: boolean;
  asks?: boolean;
  framed?: boolean;
  /** The origins of pictures that a merchant has named for the page. */
  pictures?: readonly string[];
}): Record<string, string> {
  if (!nonce_shape.test(view.nonce)) throw new TypeError('a nonce is base64');
  if (!view.formActions.every((one) => source.test(one))) throw new TypeError('a form action is one CSP source');
  if (!(view.pictures ?? []).every((one) => source.test(one))) throw new TypeError('a picture is at one CSP source');
  return {
    'Content-Security-Policy': contentSecurityPolicy(view),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': view.framed ? 'cross-origin' : 'same-origin',
    ...(view.https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

function contentSecurityPolicy({
  nonce,
  formActions,
  scripts,
  asks,
  framed,
  pictures = [],
}: Parameters<typeof securityHeaders>[0]): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(scripts ? [`script-src 'nonce-${nonce}'`] : []),
    ...(asks ? ["connect-src 'self'"] : []),
    ["img-src 'self' data:", ...pictures].join(' '),
    ['form-action', "'self'", ...formActions].join(' '),
    // A shop may want the bank's page in a frame, but one click here approves money: a frame is how that click is stolen.
    framed ? 'frame-ancestors *' : "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
