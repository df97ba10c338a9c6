import { componentOf, components, defineComponents } from './components/element.js';
import type { Json } from './shapes.js';

/** What a platform's page starts the components with, as the loader of Stripe passes it on. */
type Options = {
  readonly publishableKey?: unknown;
  readonly fetchClientSecret?: unknown;
  readonly locale?: unknown;
  readonly appearance?: { readonly variables?: { readonly colorPrimary?: unknown } };
  readonly metaOptions?: { readonly eagerClientSecretPromise?: Promise<unknown> };
};

const source = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';

const colorIn = ({ appearance }: Options): string | null => {
  const { colorPrimary: color = null } = appearance?.variables ?? {};
  return typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? color : null;
};

/** Starts the components of one account. The secret is asked for when the first component needs it, and again once it has expired. */
function init(options: Options): Json {
  const { publishableKey: key, fetchClientSecret: ask } = options;
  if (typeof key !== 'string' || !key.startsWith('pk_')) throw new Error('StripeConnect.init: publishableKey must be a publishable key.');
  if (typeof ask !== 'function') throw new Error('StripeConnect.init: fetchClientSecret must be a function that returns a client secret.');
  if (source === '') throw new Error('Load this script with a <script src> of its own: it has to know where it came from.');
  let asked = options.metaOptions?.eagerClientSecretPromise ?? null;
  const connector = components({
    origin: new URL(source).origin,
    locale: typeof options.locale === 'string' ? options.locale : null,
    color: colorIn(options),
    secret: async (fresh) => {
      if (fresh || !asked) asked = Promise.resolve(ask());
      return String(await asked);
    },
  });
  return {
    connect: connector,
    create: (name: string) => {
      const element = componentOf(name);
      element.setConnector(connector);
      return element;
    },
    update: (changed: Options) => connector.update(typeof changed.locale === 'string' ? changed.locale : null, colorIn(changed)),
    logout: async () => connector.end(),
    debugInstance: () => ({ source }),
  };
}

defineComponents();
const before = (window as unknown as { StripeConnect?: Json }).StripeConnect ?? {};
if (!('init' in before)) Object.assign(window, { StripeConnect: Object.assign(before, { init }) });
if (typeof before.onLoad === 'function') before.onLoad();
