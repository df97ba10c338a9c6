import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorPage } from '../kit/error-page.js';
import { type Pages, send } from '../kit/pages.js';
import { brand, card, facts, foreign, heading, html, page, payerLayout, type Shown, section, textLink } from '../kit/ui.js';

/** A message that was kept instead of being sent. */
export type OutboxMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly created_at: Date;
  readonly attached: string | null;
};

const sheet =
  '.card { max-inline-size: 44rem; } h2 { margin: 0 0 .5rem; font-size: 1rem; } .text { white-space: pre-line; overflow-wrap: anywhere; } .ways { display: flex; gap: 1rem; margin: 0; }';

/** What customers would have been sent, the newest first. */
export function outboxPage({ mails, nonce }: { mails: readonly OutboxMail[]; nonce: string }): string {
  const lead = mails.length
    ? 'Emails that your customers would have received, newest first.'
    : 'No emails yet. Send an invoice, or charge a card with receipt_email.';
  const ways = html`<p class="ways">${textLink('/', 'Start')} ${textLink('/docs', 'Reference')}</p>`;
  const content = card(brand('Florin'), heading('Outbox', lead), ways, mails.map(mailOf));
  const body = payerLayout({ livemode: false, card: content, warning: 'Emails of test mode are shown here and never sent.' });
  return page({ title: 'Outbox', nonce, body, own: { sheet, script: '' } });
}

const mailOf = ({ to, subject, text, created_at, attached }: OutboxMail) =>
  section(
    subject,
    facts([
      { term: 'To', detail: foreign(to) },
      { term: 'Written', detail: html`<time datetime="${created_at.toISOString()}">${created_at.toUTCString()}</time>` },
      ...(attached ? [{ term: 'Attached', detail: attachmentOf(attached, text) }] : []),
    ]),
    html`<p class="text">${linked(text.slice(0, 5000))}</p>`,
  );

/** Addresses of pages that messages lead to. The origin is left out: this service may have had another one when it wrote. */
const page_address = /https?:\/\/[^\s/]+(\/(?:invoice|receipt)\/[\w.-]+)/;

const attachmentOf = (name: string, text: string): Shown => {
  const path = page_address.exec(text)?.[1];
  return path ? textLink(`${path}/pdf`, name) : foreign(name);
};

/** The text with its addresses as links. */
const linked = (text: string): Shown =>
  text.split(new RegExp(page_address, 'g')).map((part, place) => (place % 2 ? textLink(part, part) : foreign(part, 5000)));

/** What the page is made of. */
export type Outbox = {
  /** What was written last: by an account, or by all of them. */
  readonly read: (account: string | null) => Promise<readonly OutboxMail[]>;
  /** The account of a key that may read its events; null where the key opens none. */
  readonly accountOf: (authorization: string, address: string) => Promise<string | null>;
};

/**
 * Registers the page of messages that were kept. On the machine that runs an open sandbox it shows all of them; from elsewhere, a key
 * that may read events shows those of its own account.
 */
export function registerOutbox(server: FastifyInstance, pages: Pages, { read, accountOf }: Outbox): void {
  server.get('/outbox', async (request, reply) => {
    const { authorization } = request.headers;
    const account = authorization === undefined ? null : await accountOf(authorization, request.ip);
    if (account === null && (authorization !== undefined || !isOnThisMachine(request, pages.public_url())))
      return send(pages, reply.header('www-authenticate', 'Basic realm="florin"'), 401, keyNeededPage);
    const mails = await read(account);
    return send(pages, reply, 200, ({ nonce }) => outboxPage({ mails, nonce }));
  });
}

const keyNeededPage = ({ nonce }: { nonce: string }): string =>
  errorPage({
    nonce,
    title: 'Key needed',
    message: 'Send a secret test key as the user name, without a password, to see what its account has written.',
  });

const own_address = /^((::ffff:)?127\.|::1$)/;
const own_name = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;
const own_url = /^http:\/\/(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])(:\d+)?$/;

/** Headers that proxies add: any one of them proves that the request began elsewhere. */
const forwarding =
  /^(forwarded|via|cdn-loop|x-(original-)?forwarded.*|x-original-(host|url)|x-(real|client|cluster-client|proxyuser)-ip|(true-client|cf-connecting|fastly-client)-ip|x-(envoy|arr|appengine|azure|amzn|proxy)-.*)$/;

/**
 * A browser or a command on this machine. The connection must be a loopback connection without a trace of a proxy. Many proxies speak HTTP/1.0
 * and add no header, and the client chooses the Host header: neither HTTP/1.0 nor an instance with a public address is trusted. The check of
 * the Host header only narrows this further: a web page whose own name resolves to 127.0.0.1 cannot read the outbox.
 */
const isOnThisMachine = ({ raw, socket, headers }: FastifyRequest, public_url: string): boolean =>
  own_address.test(socket.remoteAddress ?? '') &&
  own_url.test(public_url) &&
  raw.httpVersion === '1.1' &&
  own_name.test(headers.host ?? '') &&
  !Object.keys(headers).some((name) => forwarding.test(name));
