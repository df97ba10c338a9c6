import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { flag, oneOf, text, timestamp } from '../../../kernel/base/kinds.js';
import { type It, resource } from '../../../kernel/base/resource.js';

/** What a platform may do in the name of an account that has authorized it. */
export const scope = oneOf('read_only', 'read_write');

/** A platform as an account that has authorized it by OAuth knows it; its id is the client id of the platform. */
export const application = resource({
  object: 'application',
  prefix: 'ca',
  fields: {
    name: about('The name of the platform when it was authorized; null if it had none.', nullable(text)),
    scope: about('What the platform may do in the name of the account.', scope),
    is_authorized: internal(flag),
    /** The fingerprint of a code that was not exchanged yet, and its expiry. */
    code: internal(nullable(text)),
    code_expires: internal(timestamp),
    /** The fingerprint of the refresh token, once there is one. */
    refresh: internal(nullable(text)),
  },
  // An account knows the platform that has created it, and has not authorized it by a page.
  stand_in: (id) => ({ id, object: 'application', name: null }),
  start: 'account.application.authorized',
  // An account that authorizes a platform again gets the first event again.
  events: { told: ['account.application.authorized', 'account.application.deauthorized'] },
});

/** The application as rules see it. */
export type Application = It<typeof application>;
