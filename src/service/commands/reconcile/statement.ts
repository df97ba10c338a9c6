import { createReadStream } from 'node:fs';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { exponentOf, isCurrency } from '../../../kernel/base/money.js';
import { misused } from '../usage.js';
import { amountOf } from './amount.js';
import type { Item } from './read.js';

/** An element with its text, and its elements by their local names. */
type Element = { readonly name: string; readonly line: number; readonly currency: string; text: string; readonly inner: Element[] };

/**
 * The bookings of a bank statement as ISO 20022 has it (camt.053.001, versions 02 to 13): money that left the account is a payout, money that came
 * back is a return. Other incoming money is passed over. `reach` hears of each step how many bytes it has read.
 */
export async function* bookingsIn(path: string, reach: (bytes: number) => void): AsyncGenerator<Item> {
  const ready: Element[] = [];
  const parser = new SaxesParser({ xmlns: true, fileName: path });
  const open: Element[] = [];
  let is_statement = false;
  parser.on('error', (error) => {
    throw misused(`${path} is not XML: ${error.message}`);
  });
  parser.on('opentag', (tag) => {
    is_statement ||= tag.local === 'BkToCstmrStmt';
    if (open.length === 0 && tag.local !== 'Ntry') return;
    const element = elementOf(tag, parser.line);
    open.at(-1)?.inner.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element && open.length === 0) ready.push(element);
  });
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    parser.write(chunk);
    for (const entry of ready.splice(0)) yield* itemsOf(entry);
    reach(Buffer.byteLength(chunk));
  }
  parser.close();
  if (!is_statement) throw misused(`${path} is no bank statement of ISO 20022: it has no element BkToCstmrStmt (camt.053).`);
}

const elementOf = ({ local, attributes }: SaxesTagNS, line: number): Element => ({
  ...{ name: local, line, text: '', inner: [] },
  currency: attributes.Ccy?.value ?? '',
});

/** The first element at a path of names. */
const at = (element: Element, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((found, name) => found?.inner.find((each) => each.name === name), element);

const textAt = (element: Element, ...path: readonly string[]): string => at(element, ...path)?.text.trim() ?? '';

/** The items of a booking: one for each of its transactions, or one for a booking without details. */
function* itemsOf(entry: Element): Generator<Item> {
  // The status is a code in an element of its own since version 08.
  if ((textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')) !== 'BOOK') return;
  const transactions = entry.inner.filter(({ name }) => name === 'NtryDtls').flatMap(({ inner }) => inner);
  const details = transactions.filter(({ name }) => name === 'TxDtls');
  for (const each of details.length ? details : [entry]) {
    const item = itemOf(entry, each, details.length <= 1);
    if (item) yield item;
  }
}

/** The id of a payout in a text of a bank, which may carry no underscore (SEPA: the Latin characters of EPC217-08). */
const payout_id = /\bpo[^A-Za-z0-9]?([A-Za-z0-9]{22})\b/;

function itemOf(entry: Element, details: Element, is_only: boolean): Item | null {
  const direction = textAt(details, 'CdtDbtInd') || textAt(entry, 'CdtDbtInd');
  const said = [textAt(details, 'Refs', 'EndToEndId'), ...textsOf(at(details, 'RmtInf')), textAt(entry, 'AddtlNtryInf')];
  const ids = said.flatMap((text) => payout_id.exec(text)?.[1] ?? []).map((id) => `po_${id}`);
  const isBack = direction === 'CRDT' && (ids.length > 0 || isReturn(entry, details));
  if (direction !== 'DBIT' && !isBack) return null;
  const references = [...ids, ...said, textAt(entry, 'AcctSvcrRef'), textAt(entry, 'NtryRef'), `line ${entry.line}`].filter(
    (text) => text !== '' && text !== 'NOTPROVIDED',
  );
  const money = is_only ? at(entry, 'Amt') : (at(details, 'Amt') ?? at(details, 'AmtDtls', 'TxAmt', 'Amt'));
  if (!money) throw misused(`Line ${details.line}: the ${is_only ? 'booking' : 'transaction'} has no Amt.`);
  const currency = money.currency.toLowerCase();
  if (!isCurrency(currency)) throw misused(`Line ${money.line}, Amt: ${money.currency} is not a currency.`);
  const amount = amountOf(money.text.trim(), { line: money.line, name: 'Amt', currency, digits: exponentOf(currency) });
  return { line: entry.line, references, kind: isBack ? 'payout_return' : 'payout', currency, amount: isBack ? amount : -amount, fee: 0 };
}

const textsOf = (element: Element | undefined): string[] => (element ? [element.text.trim(), ...element.inner.flatMap(textsOf)] : []);

/** A booking that takes back another one, or a transfer that its bank has returned (ISO 20022, external code sets: RRTN). */
const isReturn = (entry: Element, details: Element): boolean =>
  ['true', '1'].includes(textAt(entry, 'RvslInd')) ||
  at(details, 'RtrInf') !== undefined ||
  [entry, details].some((each) => textAt(each, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') === 'RRTN');
