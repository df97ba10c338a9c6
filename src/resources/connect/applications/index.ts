import { set } from '../../../kernel/base/effects.js';
import { about, nullable, required } from '../../../kernel/base/fields.js';
import { concealed, text } from '../../../kernel/base/kinds.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { notConnected } from '../../accounts/accounts/not-connected.js';
import { applicationOf } from '../application-fees/fee.js';
import { application, scope } from './application.js';

/** How long a code can be exchanged, in seconds (Stripe). */
const code_lasts_seconds = 300;

const secret = concealed(/^[\w-]{20,200}$/, 'parameter_invalid', /(?!)/);

/** Authorizes the platform of an account, which exchanges the code for keys. Its page alone runs it. */
export const authorize = rule(account, 'authorize an application of', {
  takes: {
    application: about('The client id of the platform.', required(text)),
    code: about('The code that the platform receives.', required(secret)),
    name: about('The name of the platform.', nullable(text)),
    scope: about('What the platform may do in the name of the account.', required(scope)),
  },
  reads: { known: one(application, 'application') },
  decide: ({ it, input: { application: id, code, name = null, scope: wanted }, known }, asked) => {
    if (!it.platform || applicationOf(it.platform) !== id) return asked.refuse(notConnected(it.id));
    if (it.controller?.stripe_dashboard.type === 'none') return asked.refuse(without_dashboard);
    const granted = {
      is_authorized: true,
      code: asked.fingerprint(code),
      code_expires: asked.now + code_lasts_seconds,
      name,
      scope: wanted,
    };
    return known ? set(known, granted, 'account.application.authorized') : asked.make(application, granted, id);
  },
});

const without_dashboard: Refusal = {
  code: 'parameter_invalid',
  param: 'account',
  message: 'The owner of an account without a dashboard cannot authorize a platform. Act for it with the Stripe-Account header.',
};

const kept: Refusal = {
  code: 'parameter_invalid',
  param: 'stripe_user_id',
  message: 'Only an account with the full dashboard (type=standard) can be disconnected; delete this one instead.',
};

const grant_invalid: Refusal = { code: 'oauth_grant_invalid' };

const refresh = about('The refresh token that the platform receives.', required(secret));

/** Exchanges a code, once and before it expires. */
export const exchange = rule(application, 'exchange the code of', {
  takes: { code: about('The code.', required(secret)), refresh },
  decide: ({ it, input }, asked) => {
    const is_valid = it.is_authorized === true && it.code === asked.fingerprint(input.code) && asked.now < (it.code_expires ?? 0);
    if (!is_valid) return asked.refuse(grant_invalid);
    return set(it, { code: null, refresh: asked.fingerprint(input.refresh) }, null);
  },
});

/** Verifies a refresh token and the scope that is asked for, which can be less than what was authorized, never more. */
export const renew = rule(application, 'renew the keys of', {
  takes: { refresh, scope: about('What the new keys may do.', scope) },
  decide: ({ it, input }, asked) => {
    if (!it.is_authorized || !it.refresh || it.refresh !== asked.fingerprint(input.refresh)) return asked.refuse(grant_invalid);
    if (input.scope === 'read_write' && it.scope === 'read_only') return asked.refuse({ code: 'oauth_grant_invalid', param: 'scope' });
    return null;
  },
});

/** Ends what an account has authorized: its code and its refresh token are void, and the platform is no longer that of the account. */
export const deauthorize = rule(application, 'deauthorize', {
  reads: { account: own(account) },
  decide: ({ it, account: owner }, asked) => {
    if (!it.is_authorized || !owner?.platform) return asked.refuse(grant_invalid);
    if (owner.controller?.stripe_dashboard.type !== 'full') return asked.refuse(kept);
    const ended = set(it, { is_authorized: false, code: null, refresh: null }, 'account.application.deauthorized');
    return [ended, set(owner, { controller: null, platform: null }, null)];
  },
});

/** The applications group. */
export const applications = [
  retrieve(application, 'GET /v1/accounts/:account/applications/:id', {
    about: 'Retrieves the application of a platform that the account has authorized by OAuth, by its client id.',
  }),
] as const;
