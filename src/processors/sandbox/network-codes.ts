import type { Declined } from '../contract.js';
import type { Decline } from './cards.js';

type Codes = Pick<Declined, 'advice_code' | 'network_decline_code'>;

/** The network's answers to declines by the reason of the issuer (ISO 8583, field 39), and what to do about them. */
const table: Readonly<Record<string, Codes>> = {
  card_velocity_exceeded: { network_decline_code: '65', advice_code: 'try_again_later' },
  expired_card: { network_decline_code: '54', advice_code: 'confirm_card_data' },
  fraudulent: { network_decline_code: '59', advice_code: 'do_not_try_again' },
  generic_decline: { network_decline_code: '05', advice_code: 'try_again_later' },
  incorrect_cvc: { network_decline_code: '82', advice_code: 'confirm_card_data' },
  incorrect_number: { network_decline_code: '14', advice_code: 'confirm_card_data' },
  insufficient_funds: { network_decline_code: '51', advice_code: 'try_again_later' },
  lost_card: { network_decline_code: '41', advice_code: 'do_not_try_again' },
  processing_error: { network_decline_code: '96', advice_code: 'try_again_later' },
  stolen_card: { network_decline_code: '43', advice_code: 'do_not_try_again' },
};

/** The codes of a card's decline; none for one that the network has not seen. */
export const networkCodesOf = ({ code, decline_code }: Pick<Decline, 'code' | 'decline_code'>): Codes => table[decline_code ?? code] ?? {};
