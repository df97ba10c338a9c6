import type { Client } from './service.js';

/** The minimal details of a bank account in the United States (published). */
export const us_account = {
  account_holder_name: 'Jenny Rosen',
  account_number: '000123456789',
  country: 'US',
  routing_number: '110000000',
  routing_type: 'aba',
};

/** A valid destination of each kind, whose numbers cannot be confused with other values. */
export const destinations = {
  bank_account: us_account,
  card: { number: '5555555555554444', exp_month: '12', exp_year: '2034', name: 'Jenny Rosen' },
  alipay: { user_id: '2088123456789012', first_name: 'Li', last_name: 'Na' },
  carrier_billing: { phone_number: '+8613812345678', carrier: 'China Mobile' },
  imps: { account_number: '918273645546372', ifsc: 'HDFC0004051', account_holder_name: 'Asha Rao' },
  upi: { vpa: 'asha.rao.payee@okbank', account_holder_name: 'Asha Rao' },
} as const;

/** A destination as a parameter. */
export const destinationData = (type: keyof typeof destinations, more: object = {}): object => ({
  destination_type: type,
  [type]: { ...destinations[type], ...more },
});

/** Creates a beneficiary with a bank account in the United States; answers with its id. */
export async function beneficiaryOf(client: Client, account_number = '000123456789'): Promise<string> {
  const destination_data = destinationData('bank_account', { account_number });
  const { status, text, body } = await client.post('/v1/beneficiaries', { destination_data, nickname: 'Jenny' });
  if (status !== 200) throw new Error(text);
  return body.id;
}
