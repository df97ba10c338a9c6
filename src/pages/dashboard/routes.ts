import type { FastifyInstance } from 'fastify';
import { securityHeaders } from '../kit/security-headers.js';
import { html, render } from '../kit/ui.js';

/** A bundled file of the dashboard, plain and compressed. Its name changes with its content. */
export type DashboardFile = { readonly name: string; readonly content: Buffer; readonly brotli: Buffer };

type Dashboard = {
  readonly files: readonly DashboardFile[];
  /** An unguessable value for one use. */
  readonly nonce: () => string;
  /** Whether people may sign in with an API key, as in a local sandbox. */
  readonly keys: boolean;
  /** Whether members can be sent e-mail, for example after they have forgotten the password. */
  readonly mail: boolean;
  /** The provider of single sign-on, and whether members sign in no other way; null without one. */
  readonly single_sign_on: { readonly name: string; readonly required: boolean } | null;
  /** Where browsers reach this service. */
  readonly public_url: () => string;
};

const types: Readonly<Record<string, string>> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };
const assets = '/dashboard/assets';

/** Registers the dashboard: one document for all of its pages, which a script shows, and the bundled files. */
export function registerDashboard(server: FastifyInstance, { files, nonce, public_url, keys, mail, single_sign_on }: Dashboard): void {
  const entry = (ending: string): string => {
    const found = files.find(({ name }) => name.startsWith('dashboard-') && name.endsWith(ending));
    if (!found) throw new Error(`The dashboard has no bundled ${ending} file. Run npm run bundle.`);
    return `${assets}/${found.name}`;
  };
  const [script, sheet] = [entry('.js'), entry('.css')];
  for (const path of ['/dashboard', '/dashboard/*'])
    server.get(path, (_, reply) => {
      const value = nonce();
      const headers = securityHeaders({
        nonce: value,
        formActions: [],
        https: public_url().startsWith('https:'),
        scripts: true,
        asks: true,
      });
      return reply
        .headers(headers)
        .type('text/html; charset=utf-8')
        .send(documentOf({ nonce: value, script, sheet, keys, mail, single_sign_on }));
    });
  for (const { name, content, brotli } of files)
    server.get(`${assets}/${name}`, ({ headers }, reply) => {
      const packs = /\bbr\b/.test(headers['accept-encoding'] ?? '');
      return reply
        .headers({ ...asset_headers, ...(packs && { 'content-encoding': 'br' }) })
        .type(types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
        .send(packs ? brotli : content);
    });
}

const asset_headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
  'x-content-type-options': 'nosniff',
} as const;

type Linked = Pick<Dashboard, 'keys' | 'mail' | 'single_sign_on'> & {
  readonly nonce: string;
  readonly script: string;
  readonly sheet: string;
};

const documentOf = ({ nonce, script, sheet, keys, mail, single_sign_on }: Linked): string =>
  render(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>Florin dashboard</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" nonce="${nonce}" href="${sheet}">
<script type="module" nonce="${nonce}" src="${script}"></script>
</head>
<body><div id="root" data-keys="${keys ? 'on' : 'off'}" data-mail="${mail ? 'on' : 'off'}" data-provider="${single_sign_on?.name ?? ''}" data-only-provider="${single_sign_on?.required ? 'on' : 'off'}"></div><noscript>The dashboard needs JavaScript.</noscript></body>
</html>
`);
