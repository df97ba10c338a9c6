import { catalogue, type Language } from '../../pages/paper/languages.js';

/** The kinds of messages to customers, and to members of the dashboard. */
export type MailKind = 'invoice' | 'receipt' | 'paid' | 'refunded' | 'failed' | 'action' | 'upcoming' | 'trial' | 'invitation' | 'password';

/** The text of one kind of message; `{business}`, `{number}`, `{amount}` and `{date}` are replaced. */
export type MailText = { readonly subject: string; readonly body: string; readonly button: string };

/** The texts of all messages in one language. */
export type MailWords = Readonly<Record<MailKind, MailText>> & {
  readonly greeting: string;
  /** For a customer without a name. */
  readonly greeting_unnamed: string;
  /** Used in place of the name of a business that has set none. */
  readonly unnamed_business: string;
  readonly questions: string;
};

/** The messages in each language. */
export const mail_words: Readonly<Record<Language, MailWords>> = catalogue('mail');
