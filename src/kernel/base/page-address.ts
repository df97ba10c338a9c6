import { accountOf, tenantOf } from './books.js';
import { id_length } from './ids.js';

/** The subject of a page: an object of an account, and the attempt after which the page is void. `of`: it was opened by the object's id. */
export type PageSubject = {
  readonly account: string;
  readonly object: string;
  readonly id: string;
  readonly attempt: string;
  readonly of?: 'visitor' | undefined;
};

type Kind = { readonly object: string; readonly prefix: string; readonly attempts?: string };

/** The kinds of objects that have pages, by their letter in addresses. A letter must never be reused. */
const kinds: Readonly<Record<string, Kind>> = {
  a: { object: 'account_link', prefix: 'alink' },
  b: { object: 'payment_link', prefix: 'plink' },
  c: { object: 'checkout.session', prefix: 'cs' },
  e: { object: 'account_session', prefix: 'accs' },
  f: { object: 'file_link', prefix: 'link' },
  h: { object: 'charge', prefix: 'ch' },
  i: { object: 'invoice', prefix: 'in' },
  l: { object: 'login_link', prefix: 'llink' },
  n: { object: 'credit_note', prefix: 'cn' },
  p: { object: 'payment_intent', prefix: 'pi', attempts: 'patt' },
  s: { object: 'setup_intent', prefix: 'seti', attempts: 'setatt' },
  z: { object: 'billing_portal.session', prefix: 'bps' },
};

/** Encodes a subject: a letter, in upper case for test mode, and ids without the prefixes that the letter implies. Other ids are written in full. */
export function inAddress(subject: PageSubject): string {
  const { account, object, id, attempt, of } = subject;
  const [letter = ''] = Object.entries(kinds).find(([, kind]) => kind.object === object) ?? [];
  const owner = accountOf(account);
  const parts = [owner, id, ...(attempt === id ? [] : [attempt])].map((each) => each.slice(-id_length));
  const short = [owner === account ? letter : letter.toUpperCase(), ...parts].join('');
  const full = [account, object, id, attempt, ...(of ? [of] : [])].join(' ');
  return Object.values(ofAddress(short)).join(' ') === full ? short : Buffer.from(full).toString('base64url');
}

const shape = new RegExp(`^([a-z])(\\w{${id_length}})(\\w{${id_length}})(\\w{${id_length}})?$`, 'i');

/** Decodes the subject of an address, including older, longer addresses. */
export function ofAddress(text: string): PageSubject {
  const [all, letter = '', owner = '', own = '', attempted] = shape.exec(text) ?? [];
  const kind = kinds[letter.toLowerCase()];
  if (all === undefined || !kind) {
    const [account = '', object = '', id = '', attempt = '', of] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
    return { account, object, id, attempt, ...(of === 'visitor' && { of }) };
  }
  const { object, prefix, attempts = prefix } = kind;
  const id = `${prefix}_${own}`;
  const account = tenantOf(`acct_${owner}`, letter === letter.toLowerCase());
  return { account, object, id, attempt: attempted === undefined ? id : `${attempts}_${attempted}` };
}
