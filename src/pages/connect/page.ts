import type { ViewOf } from '../../kernel/base/views.js';
import type { accountLink } from '../../resources/accounts/account-links/account-link.js';
import { invoice_sheet } from '../invoices/invoice-sheet.js';
import { platformOf } from '../kit/merchant.js';
import {
  alert,
  brand,
  card,
  checkbox,
  form,
  group,
  heading,
  html,
  input,
  type Markup,
  merchantBrand,
  notice,
  page,
  payerLayout,
  radio,
  type Shown,
  select,
  wayBack,
} from '../kit/ui.js';
import { categories, fieldsIn, type Group, groupsOf, isDocument, typeable } from './fields.js';

/** A link as its page receives it. */
export type Link = ViewOf<typeof accountLink>;

/** What a link asks. */
export type OnboardingForm = NonNullable<Link['form']>;

/** What the page is shown with. */
export type OnboardingView = {
  readonly form: OnboardingForm;
  readonly action: string;
  /** The address for finishing later. */
  readonly later: string | null;
  readonly livemode: boolean;
  readonly typed: Readonly<Record<string, string>>;
  /** What is wrong, by the names of fields; under '' what is wrong with no single one. */
  readonly faults: Readonly<Record<string, string>>;
  readonly nonce: string;
};

const sheet = `${invoice_sheet}
.fault { color: var(--danger); font-size: var(--text-s); }
.person { grid-template-columns: repeat(6, minmax(0, 1fr)); align-items: end; }
.person > *, .person > .field:has(.way) { grid-column: 1 / -1; }
.person > .field:has([autocomplete^="bday-"]) { grid-column: span 2; }
@media (min-width: 30rem) { .person > .field { grid-column: span 3; } }
`;

const warning = 'Use made-up data: nothing is asked of any office or bank, and no money moves.';

/** The page where the owner of a connected account provides due information. It needs no script. */
export function onboardingPage(view: OnboardingView): string {
  const { form: asked, livemode, nonce, faults, later } = view;
  const merchant = platformOf(asked);
  const platform = asked.platform_name ?? 'the platform';
  const title = asked.business_type === null ? 'What kind of business is it?' : 'Tell us about your business';
  const lead = html`${platform} pays you through Florin. Your information is stored safely and shown only to ${platform}.`;
  const general = faults[''];
  const content = card(
    asked.platform_name ? merchantBrand(merchant) : brand(platform),
    heading(title, lead),
    general && alert('bad', general),
    asked.business_type === null ? typeForm(view) : detailsForm(view),
    asked.asked.filter(isDocument).length > 0 && notice(`A document is needed as well. ${platform} will ask you for it.`),
    later && html`<p>${wayBack(later, 'Go back and finish later', 'plain')}</p>`,
  );
  return page({ title, nonce, merchant, body: payerLayout({ livemode, card: content, warning }), own: { sheet, script: '' } });
}

const types: readonly (readonly [string, string])[] = [
  ['individual', 'Individual or sole proprietor'],
  ['company', 'Company'],
  ['non_profit', 'Non-profit organization'],
];

const typeForm = ({ action, typed }: OnboardingView): Markup =>
  form({
    action,
    label: 'What kind of business is it?',
    submit: 'Continue',
    content: group(
      'Kind of business',
      'ways',
      types.map(([value, label], place) =>
        radio({ name: 'business_type', value, label, chosen: typed.business_type ? typed.business_type === value : place === 0 }),
      ),
    ),
  });

function detailsForm(view: OnboardingView): Markup {
  const { action, form: asked } = view;
  const names = typeable(asked.asked);
  return form({
    action,
    label: 'Your business',
    submit: 'Save and continue',
    content: [groupsOf(names).map((each) => fieldGroup(each, names, view)), names.includes('tos_acceptance.date') && terms(view)],
  });
}

function fieldGroup(each: Group, names: readonly string[], view: OnboardingView): Shown {
  const { typed, faults, form: asked } = view;
  const found = asked.errors.filter(({ requirement }) => requirement.startsWith(`${each.prefix}.`));
  const mcc = 'business_profile.mcc';
  return group(
    each.title,
    'person',
    found.length > 0 && html`<p class="fault">${found.map(({ reason }) => reason).join(' ')}</p>`,
    each.prefix === 'business_profile' &&
      names.includes(mcc) &&
      select({ name: mcc, label: 'What it sells', value: typed[mcc] ?? '', options: categories, fault: faults[mcc] }),
    fieldsIn(each, names).map(({ name, field: { secret, ...field } }) =>
      input({ ...field, name, value: secret ? '' : (typed[name] ?? ''), fault: faults[name] }),
    ),
    each.prefix === 'owners' &&
      checkbox({ name: 'owners.none', label: 'No person owns 25% or more', chosen: typed['owners.none'] === 'true' }),
  );
}

const terms = ({ typed, faults }: OnboardingView): Markup =>
  group(
    'Terms of service',
    'person',
    checkbox({
      name: 'tos_acceptance',
      label: 'I accept the terms of service, and what I have said is true.',
      chosen: typed.tos_acceptance === 'true',
      fault: faults.tos_acceptance,
    }),
  );
