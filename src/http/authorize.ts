import { refused } from '../base/refusal.js';
import type { Caller } from '../engine/engine.js';
import { demandPermission } from '../present/expand.js';

/** A row of the access table: who may call a route besides a secret key. */
export type Access = {
  readonly restricted: string | null;
  readonly publishable?: 'create' | 'with_client_secret';
  readonly publishable_params?: readonly string[];
  readonly page?: true;
  readonly test_only?: true;
};

/** Refuses whoever the access table does not list for the route. */
export function authorize(caller: Caller, access: Access, client_secret: string | null, names: readonly string[]): void {
  if (access.test_only && caller.livemode) throw refused({ code: 'test_mode_only' });
  switch (caller.kind) {
    case 'secret':
      return;
    case 'restricted':
      demandPermission(caller.permissions, access.restricted);
      return;
    case 'page':
      if (access.page) return;
      // A page can be shown the secret of another object, and then may what the browser of a payer may.
      if (client_secret === null) throw refused({ code: 'permission_denied' });
      authorizePublishable(access, client_secret, names);
      return;
    case 'publishable':
      authorizePublishable(access, client_secret, names);
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
