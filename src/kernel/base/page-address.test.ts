import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogue } from '../../resources/index.js';
import { id_length } from './ids.js';
import { inAddress, ofAddress, type PageSubject } from './page-address.js';

const prefixes = new Map<string, string>(
  catalogue.flatMap((entry) => ('resource' in entry ? [[entry.resource.object, entry.resource.prefix] as const] : [])),
);

const ending = fc.string({ unit: fc.constantFrom(...'09AZaz'), minLength: id_length, maxLength: id_length });
const account = fc.tuple(ending, fc.constantFrom('', '_test')).map(([end, mode]) => `acct_${end}${mode}`);

const with_pages = [
  ...['account_link', 'payment_link', 'checkout.session', 'file_link', 'charge', 'invoice', 'login_link', 'credit_note'],
  ...['payment_intent', 'setup_intent', 'billing_portal.session'],
];

const subject: fc.Arbitrary<PageSubject> = fc
  .tuple(account, fc.constantFrom(...with_pages), ending)
  .map(([account, object, end]) => ({ account, object, id: `${prefixes.get(object)}_${end}`, attempt: `${prefixes.get(object)}_${end}` }));

test('the address of every kind of page is short, and decodes to its subject', () => {
  fc.assert(
    fc.property(subject, (given) => {
      expect(inAddress(given)).toHaveLength(1 + 2 * id_length);
      expect(ofAddress(inAddress(given))).toEqual(given);
    }),
    { seed: 1 },
  );
});

test.each([
  ['payment_intent', 'pi', 'patt'],
  ['setup_intent', 'seti', 'setatt'],
])('the attempt of a %s is part of the address', (object, prefix, attempts) => {
  fc.assert(
    fc.property(account, ending, ending, (account, id, attempt) => {
      const given = { account, object, id: `${prefix}_${id}`, attempt: `${attempts}_${attempt}` };
      expect(inAddress(given).length).toBeLessThanOrEqual(1 + 3 * id_length);
      expect(ofAddress(inAddress(given))).toEqual(given);
    }),
    { seed: 1 },
  );
});

test('ids of any other form are written in full, and two subjects never share an address', () => {
  const word = fc.string({ unit: fc.constantFrom(...'aZ_9.'), minLength: 1, maxLength: 30 });
  const any = fc.oneof(
    subject,
    fc.record({ account: word, object: fc.oneof(word, fc.constantFrom(...with_pages)), id: word, attempt: word }),
  );
  fc.assert(
    fc.property(any, any, (one, other) => {
      expect(ofAddress(inAddress(one))).toEqual(one);
      if (inAddress(one) === inAddress(other)) expect(one).toEqual(other);
    }),
    { seed: 1 },
  );
});
