import { run, set, within } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { one } from '../../../kernel/base/reads.js';
import { action, creation, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { notConnected } from '../../accounts/accounts/not-connected.js';
import { accountSession } from './account-session.js';
import { components, requireBuilt } from './components.js';
import { capture, look, onboard, payOut, refundPayment, reschedule } from './frames.js';
import { overview } from './overview.js';

const lasts_seconds = 3600;

const said = about('The components that your page may show; those that are not sent are disabled.', required(components));

/** Makes a session in the books of the account that it shows. Its secret is the signed address of the frames. */
const createSession = creation(accountSession, {
  takes: { components: said },
  decide: ({ it, input }, asked) => {
    const token = asked.pageUrl('embed', it, it.id).split('/').at(-1);
    return set(it, {
      ...input,
      account: asked.account,
      client_secret: `accs_secret__${token}`,
      expires_at: asked.now + lasts_seconds,
    });
  },
});

/** Lets a platform's page show components of a connected account. */
const create = rule(account, 'make a session of', {
  takes: { account: about('The connected account that the components show.', required(ref('account'))), components: said },
  reads: { target: one(account, 'account') },
  decide: ({ input: { account: id, components: given }, target }, asked) => {
    if (!target?.platform) return asked.refuse(notConnected(id));
    requireBuilt(given, asked);
    return within(target, run(createSession, asked.fresh(accountSession), { components: given }));
  },
});

/** The account sessions group. */
export const accountSessions = [
  action('POST /v1/account_sessions', create, {
    summary: 'Create an account session',
    about:
      'Creates a client secret with which your page shows components to the owner of a connected account for an hour: onboarding, payments, payouts and more.',
    own: true,
    replies: accountSession,
  }),
  action('POST /v1/accounts/:account/account_sessions/:id/look', look, {
    summary: 'Retrieve what the frames of an account session show',
    about: 'Returns what the frames of an account session show about the account and its due information.',
  }),
  action('POST /v1/accounts/:account/account_sessions/:id/onboard', onboard, {
    summary: 'Create an onboarding page for an account session',
    about: 'Creates a page on which the owner provides information within a frame, and returns the session with its address.',
  }),
  action('POST /v1/accounts/:account/account_sessions/:id/refund', refundPayment, {
    summary: 'Refund a payment in a frame',
    about: 'Refunds a payment of the account, if the session has `refund_management` of `payments`.',
  }),
  action('POST /v1/accounts/:account/account_sessions/:id/capture', capture, {
    summary: 'Capture a payment in a frame',
    about: 'Captures an authorized payment of the account, if the session has `capture_payments` of `payments`.',
  }),
  action('POST /v1/accounts/:account/account_sessions/:id/pay_out', payOut, {
    summary: 'Create a payout in a frame',
    about:
      'Pays out to the default bank account of the currency, if a component of the session has `standard_payouts` or `instant_payouts`.',
  }),
  action('POST /v1/accounts/:account/account_sessions/:id/reschedule', reschedule, {
    summary: 'Change the payout schedule in a frame',
    about: 'Changes the payout schedule of the account, if a component of the session has `edit_payout_schedule`.',
  }),
  overview,
] as const;
