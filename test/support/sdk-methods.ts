import Stripe from 'stripe';

/** The methods of the official SDK for Node by their route: `POST /v1/refunds/{}/cancel` is `refunds.cancel`. Those of `/v2` are apart. */
export function sdkMethods(version: 'v1' | 'v2' = 'v1'): Readonly<Record<string, string>> {
  const methods = new Map<string, string>();
  look(new Stripe('sk_test_none') as unknown as Namespace, '', methods);
  return Object.fromEntries(
    [...methods].filter(([route]) => route.includes(` /${version}/`)).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

type Namespace = Readonly<Record<string, unknown>>;
type Resource = Namespace & { _makeRequest?: (method: string, path: string) => void };

const depth_max = 4;

/** The SDK itself, whose resources name it; and OAuth, whose methods make addresses. */
const not_namespaces = ['stripe', 'oauth'];

function look(within: Namespace, at: string, methods: Map<string, string>, depth = 0): void {
  for (const name of Object.keys(within)) {
    const found = within[name];
    if (name.startsWith('_') || not_namespaces.includes(name) || typeof found !== 'object' || found === null || depth > depth_max) continue;
    const path = at ? `${at}.${name}` : name;
    if (isResource(found)) readMethods(found, path, methods);
    look(found as Namespace, path, methods, depth + 1);
  }
}

const isResource = (found: object): found is Resource => '_makeRequest' in found;

/** Calls every method with ids, and notes where it would send its request. */
function readMethods(resource: Resource, at: string, methods: Map<string, string>): void {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter((name) => !/^(_|constructor$)/.test(name));
  for (const name of names) {
    const noted = Object.assign(Object.create(resource) as Resource, {
      _makeRequest: (method: string, path: string) => {
        const route = `${method} ${path.replace(/id-\d/g, '{}')}`;
        if (!methods.has(route)) methods.set(route, `${at}.${name}`);
      },
    });
    const method = noted[name];
    if (typeof method === 'function') method.call(noted, 'id-0', 'id-1', 'id-2');
  }
}
