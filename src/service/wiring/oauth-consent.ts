import { runRule } from '../../api/members/act.js';
import { tenantOf } from '../../kernel/base/books.js';
import { Concealed } from '../../kernel/base/concealed.js';
import type { Reading } from '../../kernel/base/fields.js';
import { isRefused } from '../../kernel/base/refusal.js';
import type { AnyRule } from '../../kernel/base/rules.js';
import type { Engine } from '../../kernel/engine/engine.js';
import type { AskingPlatform, Authorizing, Chosen, Consent } from '../../pages/connect/oauth-routes.js';
import { unanswered } from '../../pages/kit/pages.js';
import { account } from '../../resources/accounts/accounts/account.js';
import { create } from '../../resources/accounts/accounts/connected.js';
import { applicationOf, platformOf } from '../../resources/connect/application-fees/fee.js';
import { authorize } from '../../resources/connect/applications/index.js';
import { type Counting, signInLimits } from '../operation/limits.js';
import type { Parts } from './world.js';

/** An account as it is stored, as far as the page depends on it. Documents that are older than the addresses have none. */
type Stored = {
  readonly id: string;
  readonly business_profile: { readonly name: string | null };
  readonly country: string;
  readonly logo_link?: string | null;
  readonly platform?: string | null;
  readonly settings: {
    readonly branding: { readonly primary_color: string | null };
    readonly connect?: { readonly redirect_uris: readonly string[] };
  };
};

/** Accounts of test mode alone authorize platforms on the page: it knows no visitor. */
const livemode = false;

async function accountOf({ load }: Engine, id: string): Promise<Stored | null> {
  if (!/^acct_[A-Za-z0-9]{1,100}$/.test(id)) return null;
  const [row] = await load([{ of: 'object', account: tenantOf(id, livemode), object: account.object, id }]);
  return row && !row.deleted ? (JSON.parse(row.doc) as Stored) : null;
}

/** What the page asks of the service, where an account authorizes a platform. */
export function oauthConsent(parts: Parts, engine: Engine, counting: Counting): Authorizing {
  const attempts = signInLimits(counting, parts.config.open_sandbox);
  return {
    platformOf: async (client_id) => {
      const stored = await accountOf(engine, platformOf(client_id));
      return stored && applicationOf(stored.id) === client_id && !stored.platform ? shownOf(stored) : null;
    },
    authorize: async (consent) => {
      await attempts.byAddress(consent.address).catch((error) => {
        throw isRefused(error) ? unanswered(429) : error;
      });
      return authorized(parts, engine, consent);
    },
  };
}

const shownOf = ({ id, business_profile, country, logo_link = null, settings: { branding, connect } }: Stored): AskingPlatform => ({
  ...{ id, country, redirect_uris: connect?.redirect_uris ?? [] },
  ...{ platform_color: branding.primary_color, platform_logo: logo_link, platform_name: business_profile.name },
});

/** Runs a rule for the visitor of the page, with a record. */
function runFor(engine: Engine, { request, address }: Consent, books: string, rule: AnyRule, subject: string | null, params: object) {
  const by = { request, action: 'POST /oauth/authorize', actor: 'page', actor_type: 'page', from: address } as const;
  return runRule(engine, { account: tenantOf(books, livemode), id: 'page', address, request, by }, rule, subject, params);
}

/** Makes the account, if it is a new one, and the code; or says which field names none. */
async function authorized({ world }: Parts, engine: Engine, consent: Consent): ReturnType<Authorizing['authorize']> {
  const { platform, scope, chosen } = consent;
  const made = await accountFor(engine, consent, chosen);
  if ('wrong' in made) return made;
  const code = `ac_${made.account.slice('acct_'.length)}_${Buffer.from(world.random(24)).toString('hex')}`;
  const params = { application: applicationOf(platform.id), code: new Concealed(code), name: platform.platform_name, scope };
  const further = { ...consent, request: engine.ids.fresh('run', engine.now_ms()) };
  try {
    await runFor(engine, further, made.account, authorize, made.account, params);
    return { code };
  } catch (error) {
    if (isRefused(error)) return { wrong: 'account' };
    throw error;
  }
}

async function accountFor(
  engine: Engine,
  consent: Consent,
  chosen: Chosen,
): Promise<{ readonly account: string } | { readonly wrong: 'account' | 'email' }> {
  const { platform } = consent;
  if ('account' in chosen) {
    const stored = await accountOf(engine, chosen.account);
    return stored?.platform === platform.id ? { account: stored.id } : { wrong: 'account' };
  }
  const { name, email, country } = chosen.made;
  const reading: Reading = { text_only: true };
  const address = email ? account.fields.email.read(email, 'email', reading) : undefined;
  if (reading.problem) return { wrong: 'email' };
  // What a platform has filled in wrongly is left out (Stripe).
  const place = account.fields.country.read(country, 'country', { text_only: true });
  const params = {
    ...{ type: 'standard', business_profile: name ? { name } : {} },
    ...(address && { email: address }),
    ...(place && { country: place }),
  };
  const { id } = (await runFor(engine, consent, platform.id, create, null, params)) as { readonly id: string };
  return { account: id };
}
