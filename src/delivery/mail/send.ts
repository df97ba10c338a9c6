import { createTransport } from 'nodemailer';
import type { Concealed } from '../../kernel/base/concealed.js';
import type { Attachment, Message } from './message.js';

/** The mail server and the sender's address. */
export type Smtp = { readonly url: Concealed; readonly from: string };

/** The result for a message: accepted, or refused permanently. */
export type Sent = { readonly taken: true } | { readonly taken: false; readonly why: string };

/**
 * Sends messages through a mail server. All attempts of a message have the same `id`, so that mail programs can detect duplicates. Throws if the
 * message may be accepted later.
 */
export type Sending = {
  readonly send: (id: string, message: Message, attachment: Attachment | null) => Promise<Sent>;
  readonly close: () => void;
};

const patience_ms = 20_000;

/** Opens a mail server by its URL: `smtp://user:password@host:587`, or `smtps:` for implicit TLS. */
export function openSending({ url, from }: Smtp): Sending {
  const { host, port, secure, username, password } = serverIn(url);
  const transport = createTransport({
    ...{ host, port, secure },
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) }, requireTLS: !isLocal(host) }),
    ...{ connectionTimeout: patience_ms, greetingTimeout: patience_ms, socketTimeout: patience_ms },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return {
    send: (id, { to, from_name, reply_to, subject, text, html }, attachment) => {
      const sent = transport.sendMail({
        ...{ from: { name: from_name, address: from }, to: { name: '', address: to }, subject, text, html },
        ...(reply_to && { replyTo: { name: '', address: reply_to } }),
        messageId: `<${id}@${from.split('@')[1]}>`,
        ...(attachment && {
          attachments: [{ filename: attachment.filename, content: Buffer.from(attachment.content), contentType: 'application/pdf' }],
        }),
      });
      return sent.then(() => ({ taken: true }), untaken);
    },
    close: () => transport.close(),
  };
}

/** The host and port of a mail server; an IPv6 address has brackets only in the URL. */
export function serverIn(url: Concealed) {
  const { hostname, port, protocol, username, password } = new URL(url.reveal());
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(port) || (secure ? 465 : 587), secure, username, password };
}

/** A local connection may send the password without TLS. */
const isLocal = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** The known facts of a failed message. */
type Fault = { readonly code?: string; readonly command?: string; readonly responseCode?: number; readonly permanent?: boolean };

/** The server's reply and the error's message contain the recipient's address, so neither is passed on. */
function untaken(fault: Fault): Sent {
  const why = [fault.code, fault.command, fault.responseCode].filter(Boolean).join(' ');
  if (isForGood(fault)) return { taken: false, why };
  throw new Error(`The mail server did not accept a message: ${why || 'no reason given'}`);
}

/** A refused login or sender is a configuration error: once it is fixed, the message is accepted. */
function isForGood({ code, command, responseCode, permanent }: Fault): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return responseCode === undefined ? command === 'API' || command === 'MAIL FROM' : permanent === true && command !== 'MAIL FROM';
}
