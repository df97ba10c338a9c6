import type { FastifyInstance } from 'fastify';
import { type Pages, send } from './pages.js';
import { brand, card, facts, foreign, heading, html, page, payerLayout, section } from './ui.js';

/** A message that was kept instead of being sent. */
export type OutboxMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly created_at: Date;
  readonly attached: string | null;
};

const sheet = '.card { max-inline-size: 44rem; } h2 { margin: 0 0 .5rem; font-size: 1rem; } .text { white-space: pre-line; }';

/** What customers would have been sent, the newest first. */
export function outboxPage({ mails, nonce }: { mails: readonly OutboxMail[]; nonce: string }): string {
  const lead = mails.length ? 'What your customers would have been sent, the newest first.' : 'Nothing has been written to a customer yet.';
  const content = card(brand('Florin'), heading('Outbox', lead), mails.map(mailOf));
  const body = payerLayout({ livemode: false, card: content, warning: 'Messages of test mode are shown here and never sent.' });
  return page({ title: 'Outbox', nonce, body, own: { sheet, script: '' } });
}

const mailOf = ({ to, subject, text, created_at, attached }: OutboxMail) =>
  section(
    subject,
    facts([
      { term: 'To', detail: foreign(to) },
      { term: 'Written', detail: html`<time datetime="${created_at.toISOString()}">${created_at.toUTCString()}</time>` },
      ...(attached ? [{ term: 'Attached', detail: foreign(attached) }] : []),
    ]),
    html`<p class="text">${foreign(text, 5000)}</p>`,
  );

/** Registers the page of what was not sent. It is for whoever runs a sandbox on their own machine. */
export const registerOutbox = (server: FastifyInstance, pages: Pages, read: () => Promise<readonly OutboxMail[]>): void =>
  void server.get('/outbox', async (_, reply) => {
    const mails = await read();
    return send(pages, reply, 200, ({ nonce }) => outboxPage({ mails, nonce }));
  });
