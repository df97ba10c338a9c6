import type { FastifyInstance } from 'fastify';
import { icon_image } from '../kit/ui.js';

/** What a site says of itself to programs. */
export type Site = {
  readonly public_url: () => string;
  readonly now_ms: () => number;
  /** Any sk_test_ key opens a sandbox. */
  readonly open_sandbox: boolean;
  /** Where weaknesses are reported: `mailto:` and `https:` addresses. */
  readonly security_contacts: readonly string[];
};

const plain = 'text/plain; charset=utf-8';

/** Registers the icon, what language models read first (llmstxt.org), and where weaknesses are reported (RFC 9116). */
export function registerSite(server: FastifyInstance, site: Site): void {
  for (const path of ['/favicon.ico', '/favicon.svg'])
    server.get(path, (_, reply) => reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(icon_image));
  server.get('/llms.txt', (_, reply) => reply.type('text/markdown; charset=utf-8').send(forModels(site)));
  if (site.security_contacts.length === 0) return;
  for (const path of ['/.well-known/security.txt', '/security.txt'])
    server.get(path, (_, reply) => reply.type(plain).send(securityText(site)));
}

const sandbox_lines = `
Any key of \`sk_test_\` and at least 3 letters or digits opens an empty sandbox of its own: use \`sk_test_123\`. Its publishable key is \`pk_test_123\`.
Emails to customers of test mode appear at /outbox.
`;

const forModels = ({ public_url, open_sandbox }: Site): string => `# Florin

> A payments service with Stripe's API. Official Stripe SDKs work with it: set their host to ${public_url()} and use a key of this service.

Requests are HTTP with Basic (key as user name) or Bearer authorization. Bodies are JSON or forms with brackets. Amounts are whole numbers in the
smallest unit of the currency: 2000 is 20.00 USD. Errors name the parameter and what to send instead.
${open_sandbox ? sandbox_lines : ''}
## Documentation

- [Reference](${public_url()}/docs): every operation, parameter and error
- [OpenAPI 3.1](${public_url()}/openapi.json): the machine-readable description
- [Guides](${public_url()}/docs/guides): quick start, payments, subscriptions, marketplaces, issuing, webhooks, testing, going live, moving from Stripe
- MCP: ${public_url()}/mcp speaks the Model Context Protocol over HTTP, with the same keys
`;

const valid_for_ms = 180 * 86_400_000;

const securityText = ({ public_url, now_ms, security_contacts }: Site): string =>
  [
    ...security_contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(now_ms() + valid_for_ms).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${public_url()}/.well-known/security.txt`,
    '',
  ].join('\n');
