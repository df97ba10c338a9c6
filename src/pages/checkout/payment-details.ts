import type { Intent } from './payer-intent.js';

/** What a payer may have to type in elsewhere. */
export type DetailName =
  | 'voucher_number'
  | 'reference'
  | 'entity'
  | 'bank'
  | 'bank_code'
  | 'branch'
  | 'account_holder'
  | 'account_number'
  | 'account_type'
  | 'iban'
  | 'bic'
  | 'sort_code'
  | 'routing_number'
  | 'clabe'
  | 'confirmation_number';

/** One such thing: as it is copied, and as it is shown. */
export type Detail = { readonly name: DetailName | 'store'; readonly label?: string; readonly text: string; readonly shown: string };

type Member = Readonly<Record<string, unknown>>;

const isMember = (value: unknown): value is Member => typeof value === 'object' && value !== null && !Array.isArray(value);

const memberIn = (value: unknown, name: string): Member => {
  const member = isMember(value) ? value[name] : null;
  return isMember(member) ? member : {};
};

const detail = (name: DetailName, text: unknown, write: (text: string) => string = (plain) => plain): Detail[] =>
  typeof text === 'string' && text !== '' ? [{ name, text, shown: write(text) }] : [];

const inFours = (text: string): string => text.replace(/.{4}(?=.)/gu, '$& ');
const inThrees = (text: string): string => text.replace(/.{3}(?=.)/gu, '$& ');

/** The number of a boleto as banks print it; anything else as it is. */
export const boletoLine = (number: string): string =>
  number.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');

/** The digits of a boleto's bar code, which are those of its number in another order; null for what is no such number. */
export function boletoBars(number: string): string | null {
  const [, head, first, second, third, check, last] = /^(\d{4})(\d{5})\d(\d{10})\d(\d{10})\d(\d)(\d{14})$/.exec(number) ?? [];
  return head ? [head, check, last, first, second, third].join('') : null;
}

/** The fields for the next step of an intent; none where its page suffices. */
export function detailsOf({ next_action }: Pick<Intent, 'next_action'>): readonly Detail[] {
  const boleto = memberIn(next_action, 'boleto_display_details');
  const virtual = memberIn(next_action, 'bank_transfer_id_display_details');
  const multibanco = memberIn(next_action, 'multibanco_display_details');
  return [
    ...detail('voucher_number', boleto.number, boletoLine),
    ...detail('entity', multibanco.entity),
    ...detail('reference', multibanco.reference, inThrees),
    ...atTills(memberIn(next_action, 'konbini_display_details')),
    ...detail('bank', virtual.bank_name),
    ...detail('account_number', virtual.account_number, inFours),
    ...detail('account_holder', virtual.account_holder_name),
    ...ofTransfer(memberIn(next_action, 'spei_display_details')),
    ...ofTransfer(memberIn(next_action, 'display_bank_transfer_instructions')),
  ];
}

/** The shops of each chain by the name that is over their doors. */
const stores = { familymart: 'FamilyMart', lawson: 'Lawson', ministop: 'Ministop', seicomart: 'Seicomart' } as const;

function atTills(konbini: Member): Detail[] {
  const found = Object.entries(stores).map(([name, label]) => ({ label, store: memberIn(konbini.stores, name) }));
  const codes = found.flatMap(({ label, store: { payment_code } }) =>
    typeof payment_code === 'string' ? [{ name: 'store' as const, label, text: payment_code, shown: payment_code }] : [],
  );
  const numbers = new Set(found.map(({ store }) => store.confirmation_number));
  return [...codes, ...[...numbers].flatMap((number) => detail('confirmation_number', number))];
}

/** The first of the accounts that take a transfer, and its reference. */
function ofTransfer({ financial_addresses, reference }: Member): Detail[] {
  const [address] = Array.isArray(financial_addresses) ? financial_addresses : [];
  const account = memberIn(address, String(isMember(address) ? address.type : ''));
  return [
    ...detail('bank', account.bank_name),
    ...detail('bank_code', account.bank_name ? null : account.bank_code),
    ...detail('branch', account.branch_name),
    ...detail('account_type', account.account_type),
    ...detail('clabe', account.clabe, (clabe) => clabe.replace(/^(\d{3})(\d{3})(\d{11})(\d)$/, '$1 $2 $3 $4')),
    ...detail('iban', account.iban, inFours),
    ...detail('bic', account.bic),
    ...detail('routing_number', account.routing_number),
    ...detail('sort_code', account.sort_code, (code) => code.replace(/(\d{2})(?=\d)/g, '$1-')),
    ...detail('account_number', account.account_number),
    ...detail('account_holder', account.account_holder_name),
    ...detail('reference', reference),
  ];
}
