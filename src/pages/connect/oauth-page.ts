import { invoice_sheet } from '../invoices/invoice-sheet.js';
import { type KitWords, kit_words } from '../kit/kit-words.js';
import { platformOf } from '../kit/merchant.js';
import {
  brand,
  card,
  filledWith,
  foreign,
  form,
  group,
  heading,
  html,
  input,
  type Markup,
  merchantBrand,
  page,
  payerLayout,
  radio,
  type Shown,
  wayBack,
} from '../kit/ui.js';
import { catalogue, type Language, type Locale } from '../paper/languages.js';
import { connect_words } from './words.js';

/** What the page says on which an account authorizes a platform. What stands in braces is replaced. */
export type OAuthWords = {
  readonly title: string;
  /** `{platform}`, as in `reads`; the unnamed ones are for a platform without a name. */
  readonly writes: string;
  readonly writes_unnamed: string;
  readonly reads: string;
  readonly reads_unnamed: string;
  readonly account: string;
  readonly new_account: string;
  readonly existing_account: string;
  readonly account_id: string;
  readonly business_name: string;
  readonly email: string;
  readonly connect: string;
  readonly cancel: string;
  readonly not_connected: string;
  readonly unknown_title: string;
  readonly unknown: string;
  readonly warning: string;
};

/** The words of that page in each language. */
export const oauth_words: Readonly<Record<Language, OAuthWords>> = catalogue('oauth');

/** The platform as the page shows it. */
export type Platform = Parameters<typeof platformOf>[0];

/** What the page is shown with. */
export type OAuthView = {
  readonly platform: Platform;
  readonly reads_only: boolean;
  readonly action: string;
  /** The address of the platform that says that access was refused. */
  readonly cancel: string;
  readonly typed: Readonly<Record<string, string>>;
  /** The field that is wrong: an account that cannot authorize the platform, or no address. */
  readonly wrong: 'account' | 'email' | null;
  readonly locale: Locale;
  readonly nonce: string;
};

const sheet = `${invoice_sheet}
.person { display: grid; gap: var(--space-s); }
`;

/** The page where an account authorizes a platform. It needs no script. */
export function oauthPage(view: OAuthView): string {
  const { platform, locale, nonce, cancel } = view;
  const [said, kit]: [OAuthWords, KitWords] = [oauth_words[locale.language], kit_words[locale.language]];
  const merchant = platformOf(platform);
  const content = card(
    merchant.name ? merchantBrand(merchant, kit) : brand('Florin'),
    heading(said.title, leadOf(view, said)),
    form({ action: view.action, label: said.title, submit: said.connect, content: fieldsOf(view, said) }),
    html`<p>${wayBack(cancel, said.cancel, 'plain')}</p>`,
  );
  const body = payerLayout({ livemode: false, card: content, warning: said.warning, said: kit });
  return page({ title: said.title, nonce, lang: locale.tag, merchant, body, own: { sheet, script: '' } });
}

function leadOf({ platform: { platform_name }, reads_only }: OAuthView, said: OAuthWords): Markup {
  if (!platform_name) return html`${reads_only ? said.reads_unnamed : said.writes_unnamed}`;
  return filledWith(reads_only ? said.reads : said.writes, { platform: foreign(platform_name, 80) });
}

const fieldsOf = ({ typed, wrong, locale }: OAuthView, said: OAuthWords): Shown => [
  group(
    said.account,
    'ways',
    radio({ name: 'choice', value: 'new', label: said.new_account, chosen: typed.choice !== 'existing' }),
    radio({ name: 'choice', value: 'existing', label: said.existing_account, chosen: typed.choice === 'existing' }),
  ),
  group(
    said.new_account,
    'person',
    input({ name: 'business_name', label: said.business_name, value: typed.business_name ?? '', autocomplete: 'organization' }),
    input({
      ...{ name: 'email', label: said.email, type: 'email', value: typed.email ?? '', autocomplete: 'email', ltr: true },
      ...(wrong === 'email' && { fault: connect_words[locale.language].invalid }),
    }),
  ),
  group(
    said.existing_account,
    'person',
    input({
      ...{ name: 'account', label: said.account_id, value: typed.account ?? '', autocomplete: 'off', placeholder: 'acct_…', ltr: true },
      ...(wrong === 'account' && { fault: said.not_connected }),
    }),
  ),
];
