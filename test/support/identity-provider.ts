import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A provider of single sign-on on this machine: `oidc-provider`, which signs in whoever types an e-mail address. */
export type IdentityProvider = { readonly issuer: string; stop(): Promise<void> };

const secret = 'the secret of the client';

/** The settings of a service that uses the provider. */
export const settingsFor = ({ issuer }: Pick<IdentityProvider, 'issuer'>): Record<string, string> => ({
  FLORIN_OIDC_ISSUER: issuer,
  FLORIN_OIDC_CLIENT_ID: 'florin',
  FLORIN_OIDC_CLIENT_SECRET: secret,
  FLORIN_OIDC_NAME: 'Example Login',
});

/** Starts a provider that sends browsers back to these addresses. An address that begins with `unconfirmed` is one that it has not confirmed. */
export async function startIdentityProvider(redirect_uris: () => string[]): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let provider: Provider | undefined;
  // The address of the service is only known after it has started, with the issuer as a setting.
  const made = (): Provider => {
    provider ??= new Provider(issuer, {
      clients: [
        { client_id: 'florin', client_secret: secret, redirect_uris: redirect_uris(), token_endpoint_auth_method: 'client_secret_post' },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => ({ sub: id, email: id.split('|')[0] ?? '', email_verified: !id.startsWith('unconfirmed') }),
      }),
    });
    return provider;
  };
  server.on('request', (request, response) => void made().callback()(request, response));
  return {
    issuer,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Signs in at the provider as a person would, and answers with the address that it sends the browser back to. */
export async function signInAt(url: string, person: string): Promise<string> {
  const cookies = new Map<string, string>();
  const own = new URL(url).origin;
  let at = url;
  let body: URLSearchParams | undefined;
  for (;;) {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const response = await fetch(at, { headers, redirect: 'manual', ...(body && { method: 'POST', body }) });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    body = undefined;
    if (location !== null) {
      at = new URL(location, at).href;
      if (!at.startsWith(own)) return at;
      continue;
    }
    const page = await response.text();
    const form = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    if (!form) throw new Error(`The provider shows no form: ${page.slice(0, 300)}`);
    at = new URL(form, at).href;
    body = new URLSearchParams(page.includes('name="login"') ? { prompt: 'login', login: person, password: 'any' } : { prompt: 'consent' });
  }
}
