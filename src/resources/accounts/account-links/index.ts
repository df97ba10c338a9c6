import { type Decision, run, set, within } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { ref, url } from '../../../kernel/base/kinds.js';
import { many, one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { action, creation, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../accounts/account.js';
import { notConnected } from '../accounts/not-connected.js';
import { update } from '../accounts/update.js';
import { createPerson, updatePerson } from '../persons/index.js';
import type { PersonGiven } from '../persons/input.js';
import { type Person, person } from '../persons/person.js';
import { accountLink, collection_options, link_type } from './account-link.js';
import { session_member, told_members } from './answers.js';
import { askedOf } from './questions.js';

const opens_within_seconds = 300;
const session_seconds = 3600;

const said = {
  refresh_url: about(
    'The address to which the visitor is sent if the link has expired or was used; create a new link there.',
    required(url),
  ),
  return_url: about('The address to which the visitor returns from the page, whether or not everything was answered.', required(url)),
} as const;

/** Makes a link in the books of the account that it is about. */
export const createLink = creation(accountLink, {
  takes: {
    ...said,
    collection_options: about('What the page asks for.', required(collection_options)),
    link_type: about('What the page is for: the first onboarding, or later changes.', required(link_type)),
    embedded: accountLink.fields.embedded,
    without_bank: accountLink.fields.without_bank,
    platform_color: accountLink.fields.platform_color,
    platform_logo: accountLink.fields.platform_logo,
    platform_name: accountLink.fields.platform_name,
  },
  decide: ({ it, input }, asked) =>
    set(it, {
      ...input,
      account: asked.account,
      expires_at: asked.now + opens_within_seconds,
      url: asked.pageUrl('onboarding', it, it.id),
    }),
});

/** Makes a link to the page on which a connected account provides the required information. */
export const linkTo = rule(account, 'make a link to', {
  takes: {
    account: about('The connected account whose owner opens the link.', required(ref('account'))),
    ...said,
    collection_options: about(
      'The information that the page asks for: only that which is due now, or also that which will be due later.',
      collection_options,
    ),
    collect: about('The name of `collection_options` in earlier API versions; accepted and ignored.', collection_options),
    type: about(
      'Whether the page onboards the account or updates it; an update needs an account whose platform collects the required information.',
      required(link_type),
    ),
  },
  reads: { target: one(account, 'account') },
  decide: ({ it, input, target }, asked) => {
    const { account: _, collect: __, type, collection_options: wanted = {}, ...urls } = input;
    if (!target?.platform) return asked.refuse(notConnected(input.account));
    if (type === 'account_update' && target.controller?.requirement_collection !== 'application') return asked.refuse(not_custom);
    const insecure = it.livemode && (['refresh_url', 'return_url'] as const).find((name) => !urls[name].startsWith('https:'));
    if (insecure)
      return asked.refuse({ code: 'url_invalid', param: insecure, message: 'In live mode, send an address that begins with https.' });
    const options = { ...collection_options.initial, ...wanted };
    const given = { ...urls, collection_options: options, link_type: type, ...lookOf(it) };
    return within(target, run(createLink, asked.fresh(accountLink), given));
  },
});

/** The look of a platform on the pages of its links, as of their creation. */
const lookOf = ({ business_profile: { name }, logo_link, settings }: It<typeof account>) => ({
  ...(name && { platform_name: name }),
  ...(logo_link && { platform_logo: logo_link }),
  ...(settings.branding.primary_color && { platform_color: settings.branding.primary_color }),
});

const not_custom: Refusal = {
  code: 'parameter_invalid',
  param: 'type',
  message: 'Only an account whose platform collects the required information can be updated this way. Send type=account_onboarding.',
};

const expired: Refusal = { code: 'account_link_expired' };

/** Opens a link: once, and before it expires. The visitor continues with its session. */
export const open = rule(accountLink, 'open', {
  takes: session_member,
  reads: { account: own(account), persons: many(person, { by: 'held_by', of: 'account.id' }) },
  decide: ({ it, input, account: owner, persons }, asked) => {
    if (it.opened || asked.now >= it.expires_at || !owner) return asked.refuse(expired);
    const session = asked.fingerprint(input.session);
    return set(it, { opened: true, session, session_until: asked.now + session_seconds, form: askedOf(it, owner, persons) });
  },
});

/** Shows what is asked now. */
export const describe = rule(accountLink, 'describe', {
  reads: { account: own(account), persons: many(person, { by: 'held_by', of: 'account.id' }) },
  decide: ({ it, account: owner, persons }) => owner && set(it, { form: askedOf(it, owner, persons) }),
});

/** Stores the answers of a link's page, all or none, and returns the next questions. */
export const tell = rule(accountLink, 'tell', {
  takes: told_members,
  reads: { account: own(account), persons: many(person, { by: 'held_by', of: 'account.id' }) },
  decide: ({ it, input, account: owner, persons }, asked) => {
    if (!owner || asked.fingerprint(input.session) !== it.session || asked.now >= (it.session_until ?? 0)) return asked.refuse(expired);
    const { session: _, representative, owner: of_owner, persons: known = [], tos_acceptance, ...given } = input;
    const accepted = tos_acceptance && { tos_acceptance: { ...tos_acceptance, date: asked.now } };
    const told = { ...given, ...accepted };
    return [
      Object.keys(told).length > 0 && run(update, owner, told),
      representative && asRepresentative(persons, representative, asked.fresh(person)),
      of_owner && run(createPerson, asked.fresh(person), { ...of_owner, relationship: { owner: true } }),
      known.map(({ id, ...said_of }) => {
        const found = persons.find((each) => each.id === id);
        return found && run(updatePerson, found, said_of);
      }),
      run(describe, it, {}),
    ];
  },
});

/** The representative of the company, updated, or created where there is none. */
function asRepresentative(persons: readonly Person[], given: PersonGiven, id: string): Decision {
  const known = persons.find(({ relationship }) => relationship.representative);
  const told = { ...given, relationship: { ...given.relationship, representative: true } };
  return known ? run(updatePerson, known, told) : run(createPerson, id, told);
}

/** The account links group. */
export const accountLinks = [
  action('POST /v1/account_links', linkTo, {
    summary: 'Create an account link',
    about:
      'Creates a link to the page on which the owner of a connected account provides the required information. It opens once, within five minutes.',
    own: true,
    replies: accountLink,
  }),
  retrieve(accountLink, 'GET /v1/accounts/:account/account_links/:id', {
    about: 'Retrieves an account link; its page reads the current questions with it.',
  }),
  action('POST /v1/accounts/:account/account_links/:id/open', open, {
    about: "Opens an account link for the visitor's session, once and before it expires. The page continues with that session for an hour.",
  }),
  action('POST /v1/accounts/:account/account_links/:id/tell', tell, {
    summary: 'Answer the questions of an account link',
    about: "Stores the answers of a link's page, all or none, and returns the link with the remaining questions.",
  }),
] as const;
