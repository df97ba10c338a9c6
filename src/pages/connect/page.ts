import type { ViewOf } from '../../kernel/base/views.js';
import type { accountLink } from '../../resources/accounts/account-links/account-link.js';
import { invoice_sheet } from '../invoices/invoice-sheet.js';
import { platformOf } from '../kit/merchant.js';
import {
  alert,
  brand,
  card,
  checkbox,
  filledWith,
  foreign,
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
import type { Faults } from './answers.js';
import { fieldsIn, type Group, groupsOf, isDocument, isOfBirth, labelOf, type Named, ordered, titleOf, typeable } from './fields.js';
import { frame_script } from './frame-script.js';
import { categoriesIn, dateParts, reasonIn, type Speaking } from './speaking.js';

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
  /** Whether it stands in a frame of the platform; it sends its height to the page around it. */
  readonly embedded: boolean;
  readonly typed: Readonly<Record<string, string>>;
  readonly faults: Faults;
  readonly speaking: Speaking;
  readonly nonce: string;
};

const sheet = `${invoice_sheet}
.fault { color: var(--danger); font-size: var(--text-s); }
.person { grid-template-columns: repeat(2, minmax(0, 1fr)); row-gap: 0; }
.person > * { grid-column: 1 / -1; margin-block-end: var(--space-s); }
.person > .field { grid-row: span 3; grid-template-rows: subgrid; row-gap: var(--space-xs); }
.person > .field > label { align-self: end; }
.born { grid-template-columns: repeat(3, minmax(0, 1fr)); align-items: start; }
.born legend { margin-block-end: var(--space-xs); font-weight: 450; font-size: var(--text-s); color: var(--muted); }
@media (min-width: 30rem) { .person > .field:not(:has(.way)) { grid-column: auto; } }
`;

/** The page where the owner of a connected account provides due information. It needs no script. */
export function onboardingPage(view: OnboardingView): string {
  const { form: asked, livemode, nonce, faults, later, speaking } = view;
  const { kit, locale, said } = speaking;
  const merchant = platformOf(asked);
  const title = asked.business_type === null ? said.kind_title : said.title;
  const general = faults[''];
  const content = card(
    merchant.name ? merchantBrand(merchant, kit) : brand('Florin'),
    heading(title, ofPlatform(asked, said.lead, said.lead_unnamed)),
    general && alert('bad', general),
    asked.business_type === null ? typeForm(view) : detailsForm(view),
    asked.asked.some(isDocument) && notice(ofPlatform(asked, said.document, said.document_unnamed)),
    later && html`<p>${wayBack(later, said.later, 'plain')}</p>`,
  );
  const body = payerLayout({ livemode, card: content, warning: said.warning, said: kit });
  return page({ title, nonce, lang: locale.tag, merchant, body, own: { sheet, script: view.embedded ? frame_script : '' } });
}

/** Words that name the platform, or those for one without a name. */
const ofPlatform = ({ platform_name }: OnboardingForm, words: string, unnamed: string): Markup =>
  platform_name ? filledWith(words, { platform: foreign(platform_name, 80) }) : html`${unnamed}`;

const typeForm = ({ action, typed, speaking: { said } }: OnboardingView): Markup =>
  form({
    action,
    label: said.kind_title,
    submit: said.continue,
    content: group(
      said.kind,
      'ways',
      Object.entries(said.kinds).map(([value, label], place) =>
        radio({ name: 'business_type', value, label, chosen: typed.business_type ? typed.business_type === value : place === 0 }),
      ),
    ),
  });

function detailsForm(view: OnboardingView): Markup {
  const {
    action,
    form: asked,
    speaking: { said },
  } = view;
  const names = typeable(asked.asked);
  return form({
    action,
    label: said.title,
    submit: said.save,
    content: [groupsOf(names).map((each) => fieldGroup(each, names, view)), names.includes('tos_acceptance.date') && terms(view)],
  });
}

const mcc = 'business_profile.mcc';

function fieldGroup(each: Group, names: readonly string[], view: OnboardingView): Shown {
  const { typed, faults, form: asked, speaking } = view;
  const { said } = speaking;
  const found = asked.errors.filter(({ requirement }) => requirement.startsWith(`${each.prefix}.`));
  return group(
    titleOf(each, speaking),
    'person',
    found.length > 0 && html`<p class="fault">${found.map((error) => reasonIn(speaking, error)).join(' ')}</p>`,
    each.prefix === 'business_profile' &&
      names.includes(mcc) &&
      select({ name: mcc, label: said.industry, value: typed[mcc] ?? '', options: categoriesIn(speaking), fault: faults[mcc] }),
    fieldsOf(ordered(fieldsIn(each, names), speaking), view),
    each.prefix === 'owners' && checkbox({ name: 'owners.none', label: said.no_owners, chosen: typed['owners.none'] === 'true' }),
  );
}

/** The fields of a group. The parts of a date of birth stand together, in the order of the locale. */
function fieldsOf(all: readonly Named[], view: OnboardingView): Shown {
  const { locale, said } = view.speaking;
  const order = dateParts(locale);
  const place = ({ name }: Named): number => order.findIndex((part) => name.endsWith(`.${part}`));
  const parts = all.filter(isOfBirth).sort((one, other) => place(one) - place(other));
  const born = all.findIndex(isOfBirth);
  return all.map((each, index) => {
    if (!isOfBirth(each)) return fieldIn(each, view);
    return index === born && group(said.born, 'born', ...parts.map((part) => fieldIn(part, view)));
  });
}

function fieldIn({ name, field }: Named, { typed, faults, speaking }: OnboardingView): Markup {
  const { fault: _, secret, ...of_input } = field;
  return input({ ...of_input, name, label: labelOf(field, speaking), value: secret ? '' : (typed[name] ?? ''), fault: faults[name] });
}

const terms = ({ typed, faults, speaking: { said } }: OnboardingView): Markup =>
  group(
    said.terms,
    'person',
    checkbox({
      name: 'tos_acceptance',
      label: said.accept,
      chosen: typed.tos_acceptance === 'true',
      fault: faults.tos_acceptance,
    }),
  );
