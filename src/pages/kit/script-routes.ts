import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html, render } from './ui.js';

/** The scripts for browsers, as they were bundled. */
export type Scripts = {
  /** What a merchant's page loads. */
  readonly stripe: string;
  /** What a platform's page loads for the components of its connected accounts. */
  readonly connect: string;
  /** What our own frames on it load. */
  readonly element: string;
  readonly controller: string;
  /** What the page of a checkout loads. */
  readonly checkout: string;
  /** What that page loads once a payer opens a wallet. */
  readonly wallet: string;
};

/** The paths of the scripts of a checkout. */
export type CheckoutScripts = Pick<Scripts, 'checkout' | 'wallet'>;

/** The names that the script is known by: its own, and those of the releases of Stripe's. */
const addresses = [
  '/js/v3',
  '/v3',
  '/v3/',
  ...['acacia', 'basil', 'clover', 'dahlia', 'endive'].map((release) => `/${release}/stripe.js`),
] as const;

/** The names of the script of components: its own, and those of the releases of Stripe's. */
const connect_addresses = ['/js/connect', '/v0.1/connect.js', '/v1.0/connect.js'] as const;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

const javascript = 'text/javascript; charset=utf-8';

/** Any page may load these, also one that asks for that to be said. */
const for_everybody = { 'cross-origin-resource-policy': 'cross-origin', 'x-content-type-options': 'nosniff' } as const;

const minutes_kept = 5;

/** The path of a script, which changes with its content. */
const pathOf = (scripts: Scripts, name: 'element' | 'controller' | 'checkout' | 'wallet'): string =>
  `/js/${name}/${hashOf(scripts[name])}.js`;

/** Where the scripts of the page of a checkout are. */
export const checkoutScripts = (scripts: Scripts): CheckoutScripts => ({
  checkout: pathOf(scripts, 'checkout'),
  wallet: pathOf(scripts, 'wallet'),
});

/** Registers the script that merchants' pages load in place of Stripe's, the frames that it puts there, and what a checkout loads. */
export function registerScripts(server: FastifyInstance, scripts: Scripts): void {
  serve(server, addresses, scripts.stripe);
  serve(server, connect_addresses, scripts.connect);
  for (const name of ['element', 'controller'] as const) {
    const page = framePage(pathOf(scripts, name));
    server.get(`/js/${name}`, (_, reply) => reply.headers(frame_headers).type('text/html; charset=utf-8').send(page));
  }
  for (const name of ['element', 'controller', 'checkout', 'wallet'] as const) {
    const path = pathOf(scripts, name);
    server.get<{ Params: { file: string } }>(`/js/${name}/:file`, ({ params: { file } }, reply) =>
      reply
        .headers({ ...for_everybody, 'cache-control': path.endsWith(`/${file}`) ? for_ever : 'no-store' })
        .type(javascript)
        .send(scripts[name]),
    );
  }
}

/** Serves a script at its addresses. */
function serve(server: FastifyInstance, paths: readonly string[], text: string): void {
  const etag = `"${hashOf(text)}"`;
  for (const path of paths) server.get(path, (request, reply) => sendScript(request, reply, { text, etag }));
}

// While versions change, a frame of one process asks another for its script: it gets the present script, which is not cached.
const for_ever = 'public, max-age=31536000, immutable';

function sendScript({ headers }: FastifyRequest, reply: FastifyReply, { text, etag }: { text: string; etag: string }): FastifyReply {
  reply.headers({ ...for_everybody, etag, 'cache-control': `public, max-age=${minutes_kept * 60}`, 'access-control-allow-origin': '*' });
  return headers['if-none-match'] === etag ? reply.code(304).send() : reply.type(javascript).send(text);
}

/**
 * Any shop may put these frames on its page: whatever is typed into one goes to this origin alone, and nothing is decided by a click in it.
 * What they look like is set by script, so that the policy admits no style at all.
 */
const frame_headers = {
  ...for_everybody,
  'cache-control': `public, max-age=${minutes_kept * 60}`,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; frame-ancestors *; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), usb=()',
} as const;

const framePage = (script: string): string =>
  render(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>Florin</title>
<script src="${script}" defer></script>
</head>
<body></body>
</html>
`);
