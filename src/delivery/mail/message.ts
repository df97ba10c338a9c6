import { accentOf, html, render } from '../../pages/kit/ui.js';
import { formatsOf } from '../../pages/paper/format.js';
import type { InvoicePaper } from '../../pages/paper/invoice-paper.js';
import { pdfName } from '../../pages/paper/invoice-pdf.js';
import { filled, localeOf } from '../../pages/paper/languages.js';
import type { Print } from '../../pages/paper/printing.js';
import { mail_words } from './mail-words.js';

/** Who writes: how they are called and asked, their colour (`#rrggbb`) and where their logo is read. */
export type Business = {
  readonly name: string | null;
  readonly email: string | null;
  readonly color: string | null;
  readonly logo: string | null;
};

type Money = { readonly amount: number; readonly currency: string };

/** What each kind of message says: all that its words have a place for. Amounts in minor units, moments in seconds. */
type Says =
  | { readonly kind: 'invoice' | 'receipt' | 'failed' | 'action'; readonly number: string; readonly money: Money }
  | { readonly kind: 'paid' | 'refunded'; readonly money: Money }
  | { readonly kind: 'upcoming'; readonly money: Money; readonly moment: number }
  | { readonly kind: 'trial'; readonly moment: number };

/** A message before it is put into words. */
export type Writing = Says & {
  /** The languages of whom it is for, the one they like best first. */
  readonly locales: readonly string[];
  readonly to: string;
  readonly name: string | null;
  readonly business: Business;
  readonly livemode: boolean;
  /** Where the customer reads and pays. */
  readonly url: string | null;
  /** The invoice that is attached; null where none is. */
  readonly paper: InvoicePaper | null;
};

/** A message as it goes out. */
export type Message = {
  readonly to: string;
  readonly from_name: string;
  readonly reply_to: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** A file beside a message. */
export type Attachment = { readonly filename: string; readonly content: Uint8Array };

/** A message in the language of whom it is for, as plain text and as a page. */
export function messageOf(writing: Writing): Message {
  const { to, business } = writing;
  const locale = localeOf(writing.locales);
  const words = mail_words[locale.language];
  const { subject, body, button } = words[writing.kind];
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

/** A header is one line, whatever somebody is called. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what would end a header.
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();

function valuesOf(writing: Writing): Record<string, string> {
  const locale = localeOf(writing.locales);
  const formats = formatsOf(locale, 'money' in writing ? writing.money.currency : 'usd');
  return {
    business: writing.business.name ?? mail_words[locale.language].unnamed_business,
    ...('number' in writing && { number: writing.number }),
    ...('money' in writing && { amount: formats.money(writing.money.amount) }),
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

/** The button has the colour of whoever writes, as far as it can be read; ours, where they have none. */
const our_color = '#0e5a47';

const isColor = (color: string | null): color is string => color !== null && /^#[0-9a-f]{6}$/i.test(color);

const isAddress = (address: string | null): address is string => address !== null && /^https?:\/\//.test(address);

/** Programs that read mail know few styles, and only where they stand. */
function pageOf({ lang, direction, title, paragraphs, link, closing, business }: Page): string {
  const { accent, on_accent } = accentOf(isColor(business.color) ? business.color : our_color, 'light');
  const logo =
    isAddress(business.logo) && html`<img src="${business.logo}" alt="" height="36" style="height:36px;border:0;vertical-align:middle"> `;
  return render(html`<!doctype html>
<html lang="${lang}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif">
<div style="max-width:36em;margin:0 auto"><p style="font-weight:600">${logo}${business.name}</p>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
${link && html`<p><a href="${link.url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:${on_accent};text-decoration:none;font-weight:600">${link.label}</a></p>`}
${closing && html`<p style="font-size:14px">${closing}</p>`}</div></body></html>
`);
}

/** The name of the file that goes along; null where none does. */
export const attachedTo = ({ paper }: Writing): string | null => paper && pdfName(paper);

/** The file that goes along: the invoice as a PDF, however long the printer has to do before. */
export async function attachmentOf(writing: Writing, print: Print): Promise<Attachment | null> {
  const filename = attachedTo(writing);
  const content = writing.paper && (await print(writing.paper, Number.POSITIVE_INFINITY));
  return filename && content ? { filename, content } : null;
}
