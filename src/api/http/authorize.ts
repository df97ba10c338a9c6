import { refused } from '../../kernel/base/refusal.js';
import type { Caller } from '../../kernel/engine/engine.js';
import { demandPermission } from '../present/expandable.js';

/** A row of the access table: which keys besides secret keys may call a route. */
export type Access = {
  readonly restricted: string | null;
  readonly publishable?: 'create' | 'with_client_secret';
  readonly publishable_params?: readonly string[];
  readonly page?: true | 'by_id';
  readonly ephemeral?: { readonly own: 'id' | 'customer' | null; readonly params: readonly string[] };
  readonly test_only?: true;
};

/** The parts of a request that decide the access: parameters of the path, and those that were sent. */
export type Asking = {
  readonly client_secret: string | null;
  readonly path: Readonly<Record<string, unknown>>;
  readonly sent: Readonly<Record<string, unknown>>;
};

/** Refuses a caller that the access table does not list for the route. */
export function authorize(caller: Caller, access: Access, asking: Asking): void {
  const { client_secret, sent } = asking;
  if (access.test_only && caller.livemode) throw refused({ code: 'test_mode_only' });
  switch (caller.kind) {
    case 'secret':
      return;
    case 'restricted':
      demandPermission(caller.permissions, access.restricted);
      return;
    case 'page':
      if (access.page) return;
      // A page that sends another object's client secret has the rights of a publishable key.
      if (client_secret === null) throw refused({ code: 'permission_denied' });
      authorizePublishable(access, client_secret, Object.keys(sent));
      return;
    case 'visitor':
      if (access.page === 'by_id') return;
      throw refused({ code: 'permission_denied' });
    case 'ephemeral':
      authorizeDevice(caller, access, asking);
      return;
    case 'publishable':
      authorizePublishable(access, client_secret, Object.keys(sent));
  }
}

function authorizePublishable({ publishable, publishable_params }: Access, client_secret: string | null, names: readonly string[]): void {
  if (!publishable) throw refused({ code: 'secret_key_required' });
  if (publishable === 'with_client_secret' && client_secret === null) {
    throw refused({
      code: 'parameter_missing',
      param: 'client_secret',
      message: 'With a publishable key, send the client_secret of the object.',
    });
  }
  const param = publishable_params && names.find((name) => !publishable_params.includes(name));
  if (param !== undefined)
    throw refused({
      code: 'secret_key_required',
      param,
      message: `A publishable key may not send ${param}. Send it with your secret key.`,
    });
}

function authorizeDevice({ holder }: Caller, { ephemeral }: Access, { path, sent }: Asking): void {
  if (!ephemeral) throw refused({ code: 'permission_denied', message: 'An ephemeral key cannot do this; send a secret key.' });
  const { own, params } = ephemeral;
  if (own && (!holder || { ...sent, ...path }[own] !== holder.id))
    throw refused({
      code: 'permission_denied',
      param: own,
      message: 'This ephemeral key is for one customer. Send its id, or another key.',
    });
  const param = Object.entries(sent).find(([name, value]) => !membersOf(name, value).every((each) => params.includes(each)))?.[0];
  if (param === undefined) return;
  throw refused({
    code: 'permission_denied',
    param,
    message: `An ephemeral key may not send all of ${param}. Send it with your secret key.`,
  });

  /** The parameter, or its members if only some of them are allowed. */
  function membersOf(name: string, value: unknown): string[] {
    if (params.includes(name) || typeof value !== 'object' || value === null) return [name];
    return Object.keys(value).map((inner) => `${name}.${inner}`);
  }
}
