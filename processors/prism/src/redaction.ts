import type { ChargeAsked, PayOutAsked, Question } from './contract.js';

const concealed = '[concealed]';

/** The values of a question that no table and no log may hold in the clear. */
export function secretsOf(asked: Question): string[] {
  const { card, account_number } = asked as Partial<Pick<ChargeAsked, 'card'> & Pick<PayOutAsked, 'account_number'>>;
  // A stored question has neither.
  return [card?.number, card?.cvc, account_number].filter((each): each is string => typeof each === 'string' && each !== concealed);
}

/** Members that are hidden always, whatever the configuration adds. */
const always = ['card', 'account_number', 'tax_id', 'id_number', 'payment_code'];

/** The question as it is stored and logged: without cards and account numbers, and without the members of `hidden`. */
export const redacted = (asked: Question, hidden: readonly string[]): object => hide(asked, new Set([...always, ...hidden])) as object;

function hide(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => hide(each, hidden));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      hidden.has(name) && name !== 'payment_method' && !isPlainCard(each) ? concealed : hide(each, hidden),
    ]),
  );
}

/** The expiry of a card is no secret: the card of a payment method has no number. */
const isPlainCard = (value: unknown): boolean => typeof value === 'object' && value !== null && 'cvc_given' in value;

/** A text without the secrets, in the clear or as they stand in a URL. A short secret, such as a cvc, is only replaced where it stands alone. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    for (const form of new Set([secret, encodeURIComponent(secret)])) {
      const pattern = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      clean = clean.replace(new RegExp(form.length < 8 ? `(?<![\\w])${pattern}(?![\\w])` : pattern, 'g'), concealed);
    }
  }
  return clean;
}
