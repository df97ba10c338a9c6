import { createTransport } from 'nodemailer';
import type { Concealed } from '../base/concealed.js';
import type { Attachment, Message } from './message.js';

/** Who takes mail, and in whose name it goes out. */
export type Smtp = { readonly url: Concealed; readonly from: string };

/** Hands messages to a mail server. `id` is the same however often a message is sent, so that readers of mail can tell. */
export type Sending = {
  readonly send: (id: string, message: Message, attachment: Attachment | null) => Promise<void>;
  readonly close: () => void;
};

const patience_ms = 20_000;

/** A mail server's address in the form of `smtp://user:password@host:587`, or `smtps:` where all of it is encrypted. */
export function openSending({ url, from }: Smtp): Sending {
  const { hostname, port, protocol, username, password } = new URL(url.reveal());
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    ...{ host: hostname, port: Number(port) || (secure ? 465 : 587), secure },
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) }, requireTLS: !isLocal(hostname) }),
    ...{ connectionTimeout: patience_ms, greetingTimeout: patience_ms, socketTimeout: patience_ms },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return {
    send: async (id, { to, from_name, reply_to, subject, text, html }, attachment) => {
      await transport.sendMail({
        ...{ from: { name: from_name, address: from }, to: { name: '', address: to }, subject, text, html },
        ...(reply_to && { replyTo: { name: '', address: reply_to } }),
        messageId: `<${id}@${from.split('@')[1]}>`,
        ...(attachment && {
          attachments: [{ filename: attachment.filename, content: Buffer.from(attachment.content), contentType: 'application/pdf' }],
        }),
      });
    },
    close: () => transport.close(),
  };
}

/** On the machine itself a password is not overheard. */
const isLocal = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');
