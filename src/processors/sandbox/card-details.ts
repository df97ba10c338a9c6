import type { Answer, ChargeAsk, SetUpAsk } from '../contract.js';
import type { TestCard } from './cards.js';
import { lettersFrom } from './derived.js';
import type { Trying } from './progress.js';

type Ask = ChargeAsk | SetUpAsk;
type Details = { readonly details: Readonly<Record<string, unknown>> };
type Brand = 'visa' | 'mastercard' | 'other';

/** The networks that report an indicator with each payment. */
function brandOf({ card }: Trying): Brand {
  const number = card?.number.reveal() ?? '';
  return number.startsWith('4') ? 'visa' : /^(5[1-5]|2[2-7])/.test(number) ? 'mastercard' : 'other';
}

/** Indicators of an authenticated payment and of another one (EMV 3D Secure). */
const indicators: Readonly<Record<Brand, { readonly authenticated: string; readonly not: string | null }>> = {
  visa: { authenticated: '05', not: '07' },
  mastercard: { authenticated: '02', not: '00' },
  other: { authenticated: '05', not: null },
};

/** What the issuer and the network of a card report of its approval. Identifiers have letters alone, because digits could look like a card. */
export function cardDetailsOf(ask: Ask, card: TestCard, authenticated: boolean): Details {
  const of_card = { issuer: 'Florin Test Bank', regulated_status: card.regulated ? 'regulated' : 'unregulated' };
  const proof = authenticated ? { three_d_secure: authentication(ask, card) } : {};
  return { details: { ...of_card, ...proof, ...(ask.verb === 'charge' && paymentOf(ask, authenticated)) } };
}

function paymentOf(ask: ChargeAsk, authenticated: boolean) {
  const { attempt } = ask;
  const brand = brandOf(ask);
  return {
    authorization_code: lettersFrom(`${attempt} authorization`, 6).toUpperCase(),
    electronic_commerce_indicator: brand === 'other' ? null : indicators[brand][authenticated ? 'authenticated' : 'not'],
    network_transaction_id: lettersFrom(`${attempt} network`, 15),
    transaction_link_id: brand === 'mastercard' ? lettersFrom(`${attempt} link`, 22) : null,
  };
}

const authentication = (ask: Ask, { three_d_secure }: TestCard) => ({
  ...tried(ask),
  authentication_flow: three_d_secure === 'frictionless' ? 'frictionless' : 'challenge',
  electronic_commerce_indicator: indicators[brandOf(ask)].authenticated,
  result: 'authenticated',
});

const tried = ({ attempt }: Trying) => ({ transaction_id: lettersFrom(`${attempt} 3d secure`, 32), version: '2.2.0' });

/** The same answer, with the authentication that has failed. */
export const unauthenticated = (ask: Trying, answer: Extract<Answer, { readonly result: 'declined' }>): Answer => ({
  ...answer,
  details: {
    three_d_secure: {
      ...tried(ask),
      authentication_flow: 'challenge',
      result: 'failed',
      result_reason: ask.outcome === 'fail' ? 'rejected' : 'abandoned',
    },
  },
});
