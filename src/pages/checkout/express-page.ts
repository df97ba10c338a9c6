import type { ViewOf } from '../../kernel/base/views.js';
import type { loginLink } from '../../resources/connect/login-links/login-link.js';
import type { Overview } from '../../resources/connect/login-links/overview.js';
import { speakingIn } from '../connect/speaking.js';
import { invoice_sheet } from '../invoices/invoice-sheet.js';
import { brand, card, heading, page, payerLayout, section, table } from '../kit/ui.js';
import { type Locale, wordsOf } from '../paper/languages.js';
import { express_words } from './express-words.js';
import { balanceRows, comingPayouts, dueSection, isComing, listing, movements_sheet, paymentRow, payoutRow } from './movements.js';

/** What is asked of an account. Its own currency is shown before anything comes in. */
type ShownAccount = NonNullable<ViewOf<typeof loginLink>['shown']>;

/** What the page is shown with. */
export type ExpressView = {
  readonly shown: ShownAccount;
  readonly overview: Overview;
  /** Where the form leads that opens the page for required information. */
  readonly action: string;
  readonly livemode: boolean;
  readonly locale: Locale;
  readonly nonce: string;
};

const sheet = `${invoice_sheet}${movements_sheet}`;

const shown_max = 10;

/** The page that shows the owner of a connected account its balance, its movements and its due fields. It needs no script. */
export function expressPage(view: ExpressView): string {
  const { shown, overview, livemode, locale, nonce } = view;
  const said = express_words[locale.language];
  const spoken = { ...view, new_tab: true, said, speaking: speakingIn(locale) };
  const { kit } = spoken.speaking;
  const coming = overview.payouts.filter(({ status }) => isComing(status));
  const made = overview.payouts.filter(({ status }) => !isComing(status)).slice(0, shown_max);
  const payments = overview.payments.slice(0, shown_max);
  const content = card(
    brand(shown.name ?? said.unnamed),
    heading(said.title, said.lead),
    dueSection(spoken),
    section(said.balance, table({ caption: said.balance, heads: [said.state, wordsOf(locale).amount], rows: balanceRows(spoken) })),
    section(said.upcoming, ...comingPayouts(coming, spoken)),
    listing(
      spoken,
      said.recent,
      made.map((each) => payoutRow(each, spoken)),
      said.none_made,
    ),
    listing(
      spoken,
      said.received,
      payments.map((each) => paymentRow(each, spoken)),
      said.none_received,
    ),
  );
  const body = payerLayout({ livemode, card: content, warning: kit.test_data, said: kit });
  return page({ title: said.title, nonce, lang: locale.tag, body, own: { sheet, script: '' } });
}
