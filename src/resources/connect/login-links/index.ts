import { type Asked, run, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { url } from '../../../kernel/base/kinds.js';
import { own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { action, creation, rule } from '../../../kernel/base/rules.js';
import { accountLink, collection_options } from '../../accounts/account-links/account-link.js';
import { session_member } from '../../accounts/account-links/answers.js';
import { createLink } from '../../accounts/account-links/index.js';
import { account } from '../../accounts/accounts/account.js';
import { notConnected } from '../../accounts/accounts/not-connected.js';
import { loginLink } from './login-link.js';
import { overview } from './overview.js';
import { isWith, over } from './session.js';

const opens_within_seconds = 300;
const session_seconds = 3600;

type Account = It<typeof account>;

const wrong = (message: string): Refusal => ({ code: 'parameter_invalid', param: 'account', message });

/** Refuses a login link to an account that cannot have one. */
function requireReachable({ id, controller, details_submitted, platform, type }: Account, asked: Asked): void {
  if (!platform) asked.refuse(notConnected(id));
  if ((controller?.stripe_dashboard.type ?? type) !== 'express') {
    asked.refuse(
      wrong('Login links are for accounts with the Express Dashboard (controller[stripe_dashboard][type]=express); this one has another.'),
    );
    return;
  }
  if (!details_submitted)
    asked.refuse(wrong('This account has not completed onboarding. Send its owner to an account link (POST /v1/account_links) first.'));
}

/** Creates a link to the page that shows a connected account to its owner. */
export const create = creation(loginLink, {
  reads: { account: own(account) },
  decide: ({ it, account: owner }, asked) => {
    if (owner) requireReachable(owner, asked);
    else asked.refuse(notConnected(asked.account));
    return set(it, { expires_at: asked.now + opens_within_seconds, url: asked.pageUrl('express', it, it.id) });
  },
});

/** Opens a link: once, and before it expires. The visitor continues with its session. */
export const open = rule(loginLink, 'open', {
  takes: session_member,
  decide: ({ it, input }, asked) => {
    if (it.opened || asked.now >= (it.expires_at ?? 0)) return asked.refuse(over);
    const session = asked.fingerprint(input.session);
    return set(it, { opened: true, session, session_until: asked.now + session_seconds });
  },
});

/** The content of its page. */
const shownOf = ({ business_profile, default_currency: currency, next_payout = null, payouts_enabled, requirements }: Account) => {
  const { currently_due, disabled_reason, errors, eventually_due, past_due } = requirements;
  const due = [...new Set([...past_due, ...currently_due])];
  const later = eventually_due.filter((name) => !due.includes(name));
  return { currency, disabled_reason, due, errors, later, name: business_profile.name, next_payout, payouts_enabled };
};

/** Shows the visitor of a link the due fields of the account. */
export const look = rule(loginLink, 'look by', {
  takes: session_member,
  reads: { account: own(account) },
  decide: ({ it, input, account: owner }, asked) => {
    if (!owner || !isWith(it, asked.fingerprint(input.session), asked.now)) return asked.refuse(over);
    return set(it, { shown: shownOf(owner) });
  },
});

/** Stores the visitor's answers to the due fields, on the page of an account link. */
export const onboard = rule(loginLink, 'onboard by', {
  takes: { ...session_member, return_url: about('The address to which the owner returns from the onboarding page.', required(url)) },
  decide: ({ it, input: { session, return_url } }, asked) => {
    if (!isWith(it, asked.fingerprint(session), asked.now)) return asked.refuse(over);
    const id = asked.fresh(accountLink);
    const given = { collection_options: collection_options.initial, link_type: 'account_onboarding' } as const;
    return [
      run(createLink, id, { ...given, refresh_url: return_url, return_url }),
      set(it, { onboarding: asked.pageUrl('onboarding', { object: accountLink.object, id }, id) }),
    ];
  },
});

/** The login links group. */
export const loginLinks = [
  action('POST /v1/accounts/:account/login_links', create, {
    about:
      'Creates a link to the Express dashboard of a connected account, on which its owner sees payments, payouts and due information. The account must have completed onboarding.',
  }),
  action('POST /v1/accounts/:account/login_links/:id/open', open, {
    about: "Opens a login link for the visitor's session, once and before it expires. The page continues with that session for an hour.",
  }),
  action('POST /v1/accounts/:account/login_links/:id/look', look, {
    summary: 'Retrieve what the page of a login link shows',
    about: 'Returns what the page of a login link shows about the account and its due information.',
  }),
  action('POST /v1/accounts/:account/login_links/:id/onboard', onboard, {
    summary: 'Create an onboarding page for a login link',
    about:
      'Creates an onboarding page on which the visitor of a login link provides the required information, and returns the link with its address.',
  }),
  overview,
] as const;
