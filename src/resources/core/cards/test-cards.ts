type Facts = {
  readonly country: string;
  readonly funding: 'credit' | 'debit' | 'prepaid' | 'unknown';
  /** The second network of a card that has two. */
  readonly further_network?: string;
};

const debit = { country: 'US', funding: 'debit' } as const;
const prepaid = { country: 'US', funding: 'prepaid' } as const;
const french = { country: 'FR', funding: 'credit', further_network: 'cartes_bancaires' } as const;
const of = (country: string): Facts => ({ country, funding: 'credit' });

/** Where the published test cards come from and how they are funded; every other card is a credit card of the United States. */
const facts: Readonly<Record<string, Facts>> = {
  '4000056655665556': debit,
  '5200828282828210': debit,
  '6011981111111113': debit,
  '6200000000000047': debit,
  '5105105105105100': prepaid,
  '4000002500001001': french,
  '5555552500001001': french,
  '4000000320000021': of('AR'),
  '4000000360000006': of('AU'),
  '4000000400000008': of('AT'),
  '4000000560000004': of('BE'),
  '4000000760000002': of('BR'),
  '4000001000000000': of('BG'),
  '4000001120000005': of('BY'),
  '4000001240000000': of('CA'),
  '4000001520000001': of('CL'),
  '4000001560000002': of('CN'),
  '4000001700000003': of('CO'),
  '4000001880000005': of('CR'),
  '4000001910000009': of('HR'),
  '4000001960000008': of('CY'),
  '4000002030000002': of('CZ'),
  '4000002080000001': of('DK'),
  '4000002180000000': of('EC'),
  '4000002330000009': of('EE'),
  '4000002460000001': of('FI'),
  '4000002500000003': of('FR'),
  '4000002760000016': of('DE'),
  '4000002920000005': of('GI'),
  '4000003000000030': of('GR'),
  '4000003440000004': of('HK'),
  '4000003480000005': of('HU'),
  '4000003560000008': of('IN'),
  '4000003720000005': of('IE'),
  '4000000000003220': of('IE'),
  '4000003720000278': of('IE'),
  '4000003800000008': of('IT'),
  '4000003920000003': of('JP'),
  '4000004280000005': of('LV'),
  '4000004400000000': of('LT'),
  '4000004420000006': of('LU'),
  '4000004580000002': of('MY'),
  '4000004700000007': of('MT'),
  '4000004840008001': of('MX'),
  '4000005280000002': of('NL'),
  '4000005540000008': of('NZ'),
  '4000005780000007': of('NO'),
  '4000006160000005': of('PL'),
  '4000006200000007': of('PT'),
  '4000006420000001': of('RO'),
  '4000006430000009': of('RU'),
  '4000006820000007': of('SA'),
  '4000007020000003': of('SG'),
  '4000007030000001': of('SK'),
  '4000007050000006': of('SI'),
  '4000007240000007': of('ES'),
  '4000007520000008': of('SE'),
  '4000007560000009': of('CH'),
  '4000007640000003': of('TH'),
  '4000007840000001': of('AE'),
  '4000008260000000': of('GB'),
  '4000058260000005': { country: 'GB', funding: 'debit' },
  '4000008400001629': of('US'),
};

/** Country and funding of a card number. */
export const factsOf = (number: string): Facts => facts[number] ?? { country: 'US', funding: 'credit' };
