import type { JobRow } from '../storage/rows.js';
import type { Tenant } from './engine.js';

/** A message about an object, such as the invitation of a member. */
export type Mail = { readonly tenant: Tenant; readonly subject: string; readonly message: string; readonly locale: string | null };

/** What the job of a message about an object stores; that of an event's message has no payload. */
export type StoredMail = { readonly message: string; readonly locale: string | null };

/** The jobs of the messages of a unit of work, which began at `service_ms`. */
export const mailJobs = (mails: readonly Mail[], service_ms: number): JobRow[] =>
  mails.map(({ tenant: { account }, subject, message, locale }) => ({
    account,
    id: `mail ${subject} ${message} ${service_ms}`,
    queue: 'mail',
    subject,
    lane: account,
    due_at: new Date(service_ms),
    payload: JSON.stringify({ message, locale } satisfies StoredMail),
  }));
