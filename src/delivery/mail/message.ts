import { accentOf, colors, font, html, radii, render } from '../../pages/kit/ui.js';
import { formatsOf } from '../../pages/paper/format.js';
import { type InvoicePaper, pdfName } from '../../pages/paper/invoice-paper.js';
import { filled, localeOf } from '../../pages/paper/languages.js';
import type { Print } from '../../pages/paper/printing.js';
import { mail_words } from './mail-words.js';

/** The sender: its name and support address, its color (`#rrggbb`) and the URL of its logo. */
export type Business = {
  readonly name: string | null;
  readonly email: string | null;
  readonly color: string | null;
  readonly logo: string | null;
};

type Money = { readonly amount: number; readonly currency: string };

/** The values of each kind of message. Amounts in minor units, timestamps in seconds. */
type Says =
  | { readonly kind: 'invoice' | 'receipt' | 'failed' | 'action'; readonly number: string; readonly money: Money }
  | { readonly kind: 'paid' | 'refunded'; readonly money: Money }
  | { readonly kind: 'upcoming'; readonly money: Money; readonly moment: number }
  | { readonly kind: 'trial' | 'invitation' | 'password'; readonly moment: number }
  | { readonly kind: 'report'; readonly report: string };

/** The contents of a message without its text. */
export type Writing = Says & {
  /** The recipient's languages, in order of preference. */
  readonly locales: readonly string[];
  readonly to: string;
  readonly name: string | null;
  readonly business: Business;
  readonly livemode: boolean;
  /** The page where the customer sees the invoice and pays. */
  readonly url: string | null;
  /** The attached invoice, if any. */
  readonly paper: InvoicePaper | null;
};

/** A composed message. */
export type Message = {
  readonly to: string;
  readonly from_name: string;
  readonly reply_to: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** A file attached to a message. */
export type Attachment = { readonly filename: string; readonly content: Uint8Array };

/** Reports go to the merchant, not to customers, so their text is in the language of the dashboard. */
const of_reports = {
  subject: 'Report {report} of {business}',
  body: 'The report {report} of {business} is ready. Open it in the dashboard to view or download it.',
  button: 'Open the report',
} as const;

/** Composes a message in the recipient's language, as plain text and HTML. */
export function messageOf(writing: Writing): Message {
  const { to, business } = writing;
  const locale = localeOf(writing.locales);
  const words = mail_words[locale.language];
  const { subject, body, button } = writing.kind === 'report' ? of_reports : words[writing.kind];
  const values = valuesOf(writing);
  const greeting = writing.name ? filled(words.greeting, { name: writing.name }) : words.greeting_unnamed;
  const paragraphs = [greeting, filled(body, values)];
  const closing = business.email ? filled(words.questions, { email: business.email }) : null;
  const link = writing.url && /^https?:\/\//.test(writing.url) && button !== '' ? { url: writing.url, label: button } : null;
  const text = [...paragraphs, link && `${link.label}: ${link.url}`, closing, business.name].filter(Boolean).join('\n\n');
  const title = oneLine(filled(subject, values));
  return {
    ...{ to, from_name: oneLine(business.name ?? ''), reply_to: business.email },
    subject: writing.livemode ? title : `[TEST] ${title}`,
    text: `${text}\n`,
    html: pageOf({ lang: locale.tag, direction: locale.direction, title, paragraphs, link, closing, business }),
  };
}

/** A header must be one line, whatever a name contains. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters would end a header.
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();

function valuesOf(writing: Writing): Record<string, string> {
  const locale = localeOf(writing.locales);
  const formats = formatsOf(locale, 'money' in writing ? writing.money.currency : 'usd');
  return {
    business: writing.business.name ?? mail_words[locale.language].unnamed_business,
    ...('number' in writing && { number: writing.number }),
    ...('money' in writing && { amount: formats.money(writing.money.amount) }),
    ...('report' in writing && { report: writing.report }),
    ...('moment' in writing && { date: formats.day(writing.moment) }),
  };
}

type Page = {
  readonly lang: string;
  readonly direction: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly url: string; readonly label: string } | null;
  readonly closing: string | null;
  readonly business: Business;
};

const isColor = (color: string | null): color is string => color !== null && /^#[0-9a-f]{6}$/i.test(color);

const isAddress = (address: string | null): address is string => address !== null && /^https?:\/\//.test(address);

const { accent: our_color, card, ink, line, muted, paper } = colors.light;

/** Sizes of mail are in pixels: some mail programs know no other. */
const px = (rem: number): string => `${rem * 16}px`;

/** Programs that have a dark scheme replace inline colours by these. */
const dark_sheet = `@media (prefers-color-scheme: dark) { .page { background: ${colors.dark.paper} !important; color: ${colors.dark.ink} !important; } .letter { background: ${colors.dark.card} !important; border-color: ${colors.dark.line} !important; } .aside { color: ${colors.dark.muted} !important; } }`;

const letter_style = `max-width:36em;margin:0 auto;padding:24px;background:${card};border:1px solid ${line};border-radius:${px(radii.xl)}`;

/** The tokens of pages, inline: mail programs support few styles. The button has the sender's color, adjusted to be readable, or Florin's. */
function pageOf({ lang, direction, title, paragraphs, link, closing, business }: Page): string {
  const { accent, on_accent } = accentOf(isColor(business.color) ? business.color : our_color, 'light');
  const logo =
    isAddress(business.logo) && html`<img src="${business.logo}" alt="" height="36" style="height:36px;border:0;vertical-align:middle"> `;
  return render(html`<!doctype html>
<html lang="${lang}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${dark_sheet}</style></head>
<body class="page" style="margin:0;padding:24px;background:${paper};color:${ink};font:16px/1.5 ${font.replaceAll('"', "'")}">
<div class="letter" style="${letter_style}"><p style="margin-top:0;font-weight:600">${logo}${business.name}</p>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
${link && html`<p><a href="${link.url}" style="display:inline-block;padding:12px 20px;border-radius:${px(radii.m)};background:${accent};color:${on_accent};text-decoration:none;font-weight:600">${link.label}</a></p>`}
${closing && html`<p class="aside" style="margin-bottom:0;color:${muted};font-size:14px">${closing}</p>`}</div></body></html>
`);
}

/** The name of the attached file; null without one. */
export const attachedTo = ({ paper }: Writing): string | null => paper && pdfName(paper);

/** The attached invoice as a PDF, however long the printer's queue is. */
export async function attachmentOf(writing: Writing, print: Print): Promise<Attachment | null> {
  const filename = attachedTo(writing);
  const content = writing.paper && (await print(writing.paper, Number.POSITIVE_INFINITY));
  return filename && content ? { filename, content } : null;
}
