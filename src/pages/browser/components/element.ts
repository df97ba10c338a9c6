/** The components that have a frame, by the names of their elements. */
const names: Readonly<Record<string, string>> = {
  'stripe-connect-account-management': 'account_management',
  'stripe-connect-account-onboarding': 'account_onboarding',
  'stripe-connect-balances': 'balances',
  'stripe-connect-notification-banner': 'notification_banner',
  'stripe-connect-payments': 'payments',
  'stripe-connect-payouts': 'payouts',
  'stripe-connect-payouts-list': 'payouts_list',
};

/** How the components of an account are shown, and where their secret comes from; `fresh` asks for another one. */
type Surroundings = {
  readonly origin: string;
  readonly locale: string | null;
  readonly color: string | null;
  readonly secret: (fresh: boolean) => Promise<string>;
};

/** What the components of an account have in common. */
export type Connector = {
  readonly address: (component: string, fresh: boolean) => Promise<string>;
  readonly origin: string;
  readonly join: (part: Part) => void;
  readonly update: (locale: string | null, color: string | null) => void;
  readonly end: () => void;
};

/** What an element of a component does. */
type Part = {
  readonly connect: (connector: Connector) => void;
  readonly listen: (name: string, listener: unknown) => void;
  readonly show: (fresh: boolean) => void;
  readonly clear: () => void;
  readonly attach: () => void;
  readonly detach: () => void;
};

/** The element of a component: a frame of Florin in a page of a platform. */
export type Component = HTMLElement & { readonly setConnector: (connector: Connector) => void };

const secret_shape = /^accs_secret__([\w.-]+)$/;

/** Connects the components of one account. */
export function components(given: Surroundings): Connector {
  let shown = { locale: given.locale, color: given.color };
  const all = new Set<Part>();
  return {
    origin: given.origin,
    address: async (component, fresh) => {
      const [, token] = secret_shape.exec(await given.secret(fresh)) ?? [];
      if (!token) throw new Error('fetchClientSecret must return the client_secret of an account session.');
      const query = new URLSearchParams(Object.entries(shown).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
      return `${given.origin}/embed/${token}/${component}?${query}`;
    },
    join: (part) => void all.add(part),
    update: (locale, color) => {
      shown = { locale: locale ?? shown.locale, color: color ?? shown.color };
      for (const each of all) each.show(false);
    },
    end: () => {
      for (const each of all) each.clear();
    },
  };
}

type Listener = (...given: unknown[]) => void;

/** Puts the frame of a component into its element. */
function partOf(element: HTMLElement): Part {
  let connector: Connector | null = null;
  let frame: HTMLIFrameElement | null = null;
  const listeners = new Map<string, Listener>();
  const fail = (error: unknown): void => listeners.get('setOnLoadError')?.(loadError(element, error));
  const open = (address: string): void => {
    if (!element.isConnected) return;
    frame ??= frameIn(element);
    if (frame.src !== address) frame.src = address;
  };
  const show = (fresh: boolean): void => {
    const component = names[element.localName];
    if (connector && component && element.isConnected) connector.address(component, fresh).then(open, fail);
  };
  const clear = (): void => {
    frame?.remove();
    frame = null;
  };
  const hear = heardBy(element, { frame: () => frame, origin: () => connector?.origin ?? null, listeners, renew: () => show(true) });
  return {
    show,
    clear,
    connect: (given) => {
      connector = given;
      show(false);
    },
    listen: (name, listener) => {
      if (typeof listener === 'function') listeners.set(name, listener as Listener);
    },
    attach: () => {
      addEventListener('message', hear);
      show(false);
    },
    detach: () => {
      removeEventListener('message', hear);
      clear();
    },
  };
}

const loadError = ({ localName: elementTagName }: HTMLElement, error: unknown) => ({
  error: { type: 'authentication_error', message: error instanceof Error ? error.message : String(error) },
  elementTagName,
});

function frameIn(element: HTMLElement): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = element.localName.replace('stripe-connect-', '').replaceAll('-', ' ');
  Object.assign(frame.style, { border: '0', display: 'block', inlineSize: '100%', minBlockSize: '4rem' });
  element.append(frame);
  return frame;
}

type Hearing = {
  readonly frame: () => HTMLIFrameElement | null;
  readonly origin: () => string | null;
  readonly listeners: ReadonlyMap<string, Listener>;
  readonly renew: () => void;
};

/** A message of a frame. */
type Told = { readonly type?: unknown; readonly event?: unknown; readonly height?: unknown; readonly detail?: unknown };

/** Receives messages of the frame of an element, and of no other window. */
function heardBy(element: HTMLElement, { frame, origin, listeners, renew }: Hearing): (message: MessageEvent) => void {
  let renewed = false;
  const events: Readonly<Record<string, (told: Told) => void>> = {
    ready: () => listeners.get('setOnLoaderStart')?.({ elementTagName: element.localName }),
    height: ({ height }) => {
      const shown = frame();
      if (shown && typeof height === 'number') shown.style.blockSize = `${height}px`;
    },
    exit: () => listeners.get('setOnExit')?.(),
    notifications: ({ detail }) => {
      const total = Number(detail);
      listeners.get('setOnNotificationsChange')?.({ total, actionRequired: total });
    },
    expired: () => {
      if (!renewed) renew();
      renewed = true;
    },
  };
  return ({ data, origin: from, source }) => {
    const told = (data ?? {}) as Told;
    if (told.type !== 'florin.connect' || from !== origin() || source !== frame()?.contentWindow) return;
    const { event } = told;
    if (typeof event === 'string' && Object.hasOwn(events, event)) events[event]?.(told);
  };
}

/** What a page may say of a component; what has no meaning in a frame of Florin is accepted, because the loader passes it on to every component. */
const said = [
  ...['setOnExit', 'setOnLoadError', 'setOnLoaderStart', 'setOnNotificationsChange'],
  ...['setCollectionOptions', 'setDefaultFilters', 'setFullTermsOfServiceUrl', 'setOnStepChange', 'setPrivacyPolicyUrl'],
  ...['setOnSectionOpen', 'setRecipientTermsOfServiceUrl', 'setSkipTermsOfServiceCollection'],
];

const parts = new WeakMap<object, Part>();

function part(element: HTMLElement): Part {
  const made = parts.get(element) ?? partOf(element);
  parts.set(element, made);
  return made;
}

/** A new class for each name: browsers define an element by a class of its own. */
const elementClass = () =>
  class extends HTMLElement {
    connectedCallback(): void {
      part(this).attach();
    }

    disconnectedCallback(): void {
      part(this).detach();
    }

    setConnector(connector: Connector): void {
      connector.join(part(this));
      part(this).connect(connector);
    }
  };

/** Defines the elements of the components. */
export function defineComponents(): void {
  for (const name of Object.keys(names)) {
    if (customElements.get(name)) continue;
    const defined = elementClass();
    // The loader calls the longer names, and a page without it the shorter ones.
    for (const method of said.flatMap((each) => [each, `${each}InternalOnly`])) {
      const listen = function listen(this: HTMLElement, given: unknown): void {
        part(this).listen(method.replace('InternalOnly', ''), given);
      };
      Object.defineProperty(defined.prototype, method, { configurable: true, writable: true, value: listen });
    }
    customElements.define(name, defined);
  }
}

const isComponent = (element: HTMLElement): element is Component => 'setConnector' in element;

/** Makes the element of a component, such as `payments`. */
export function componentOf(name: string): Component {
  const element = document.createElement(`stripe-connect-${name}`);
  if (isComponent(element)) return element;
  const known = Object.keys(names).map((each) => each.replace('stripe-connect-', ''));
  throw new Error(`There is no component ${name}. Components are ${known.join(', ')}.`);
}
