import { expect, test } from 'vitest';
import { isAba, isBic, isBsb, isClabe, isCnpj, isCpf, isIbanOf, isIfsc, isPhone, isSortCode, isSsn, isUpiAddress } from './checks.js';

type Check = (text: string) => boolean;

/** Numbers that are published as examples or worked out by hand, and the same with a digit too much, too little or mistyped. */
const worked: readonly (readonly [name: string, check: Check, right: readonly string[], wrong: readonly string[]])[] = [
  // 3·1 + 7·1 = 10
  ['isAba', isAba, ['110000000', '021000021', '011401533'], ['110000001', '021000012', '02100002', '0210000210', '000000000', '11000000a']],
  [
    'isIbanOf DE',
    (text) => isIbanOf('DE', text),
    ['DE89370400440532013000'],
    ['DE89370400440532013001', 'DE8937040044053201300', 'AT611904300234573201'],
  ],
  ['isIbanOf NO', (text) => isIbanOf('NO', text), ['NO9386011117947'], ['NO9386011117948', 'NO938601111794', 'no']],
  ['isBic', isBic, ['DEUTDEFF', 'DEUTDEFF500', 'ABNANL2A'], ['DEUTDEF', 'DEUTDEFF50', 'DEUT1EFF', '']],
  ['isSortCode', isSortCode, ['108800', '200000'], ['10880', '1088000', '10880a']],
  ['isBsb', isBsb, ['000000', '062000', '733123'], ['068000', '069123', '06200', '0620000']],
  ['isIfsc', isIfsc, ['HDFC0004051', 'SBIN0BRANCH'], ['HDFC1004051', 'HDF00004051', 'HDFC000405', 'hdfc0004051']],
  ['isClabe', isClabe, ['002010077777777771', '032180000118359719'], ['002010077777777772', '032180000118359718', '00201007777777777']],
  ['isCpf', isCpf, ['52998224725', '11144477735'], ['52998224724', '52998224735', '11111111111', '5299822472']],
  ['isCnpj', isCnpj, ['11222333000181', '11444777000161'], ['11222333000182', '11222333000191', '00000000000000', '1122233300018']],
  ['isSsn', isSsn, ['123456789', '078051120'], ['000456789', '666456789', '900456789', '123006789', '123450000', '12345678']],
  [
    'isPhone',
    isPhone,
    ['+14155552671', '+442071838750', '+551155256325', '+8613812345678'],
    ['14155552671', '+04155552671', '+999123456789', '+1415', '+2101234567'],
  ],
  ['isUpiAddress', isUpiAddress, ['name@okbank', 'a.b-c_1@ybl'], ['name', 'n@okbank', 'name@', 'name@9bank', 'na me@okbank']],
];

test.each(worked.flatMap(([name, check, right]) => right.map((text) => ({ name, check, text }))))(
  '$name takes $text',
  ({ check, text }) => {
    expect(check(text)).toBe(true);
  },
);

test.each(worked.flatMap(([name, check, _, wrong]) => wrong.map((text) => ({ name, check, text }))))(
  '$name refuses "$text"',
  ({ check, text }) => {
    expect(check(text)).toBe(false);
  },
);
