import { createTransport } from 'nodemailer';
import type { Concealed } from '../../kernel/base/concealed.js';
import type { Attachment, Message } from './message.js';

/** Who takes mail, and in whose name it goes out. */
export type Smtp = { readonly url: Concealed; readonly from: string };

/** What became of a message: taken, or refused for good. */
export type Sent = { readonly taken: true } | { readonly taken: false; readonly why: string };

/**
 * Hands messages to a mail server. `id` is the same however often a message is sent, so that readers of mail can tell. What may be taken
 * another time is thrown.
 */
export type Sending = {
  readonly send: (id: string, message: Message, attachment: Attachment | null) => Promise<Sent>;
  readonly close: () => void;
};

const patience_ms = 20_000;

/** A mail server's address in the form of `smtp://user:password@host:587`, or `smtps:` where all of it is encrypted. */
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

/** Where a mail server is; an address of IPv6 stands in brackets in a URL, and nowhere else. */
export function serverIn(url: Concealed) {
  const { hostname, port, protocol, username, password } = new URL(url.reveal());
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(port) || (secure ? 465 : 587), secure, username, password };
}

/** On the machine itself a password is not overheard. */
const isLocal = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** What is known of a message that was not taken. */
type Fault = { readonly code?: string; readonly command?: string; readonly responseCode?: number; readonly permanent?: boolean };

/** What the server says, and what the fault says of itself, tells whom the message was for: neither is passed on. */
function untaken(fault: Fault): Sent {
  const why = [fault.code, fault.command, fault.responseCode].filter(Boolean).join(' ');
  if (isForGood(fault)) return { taken: false, why };
  throw new Error(`The mail server has not taken a message: ${why || 'no reason given'}`);
}

/** Who may not log in, or send in this name, has a setting to mend, after which the message is taken. */
function isForGood({ code, command, responseCode, permanent }: Fault): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return responseCode === undefined ? command === 'API' || command === 'MAIL FROM' : permanent === true && command !== 'MAIL FROM';
}
