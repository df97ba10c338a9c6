import type { types } from 'hyperswitch-prism';
import { type Answer, decline_codes } from '../contract.js';

const snake = /^[a-z][a-z0-9_]{1,60}$/;

/** The connector's reason as a decline. Its own code is the `code` where Florin has the same; the issuer's reason is the `decline_code`. */
export function declined(error: types.IErrorInfo | null | undefined, otherwise = 'card_declined'): Answer {
  const { connectorDetails, issuerDetails, unifiedDetails } = error ?? {};
  const codes = [connectorDetails?.code, unifiedDetails?.code, issuerDetails?.message].map((each) => String(each ?? '').toLowerCase());
  const code = codes.find((each) => decline_codes.has(each)) ?? otherwise;
  const network = issuerDetails?.networkDetails;
  const reason = [issuerDetails?.message, network?.declineCode, network?.errorMessage, connectorDetails?.code].find(
    (each) => snake.test(String(each ?? '')) && each !== code,
  );
  const message = connectorDetails?.message ?? unifiedDetails?.message;
  return {
    result: 'declined',
    code,
    ...(reason && { decline_code: reason }),
    ...(message && { message: message.slice(0, 300) }),
    ...(connectorDetails?.connectorTransactionId && { reference: connectorDetails.connectorTransactionId }),
  };
}

/** An error answer in place of a payment: without a word of the issuer it is no decline of the card. */
export const refusedBy = (error: types.IErrorInfo): Answer => declined(error, error.issuerDetails ? 'card_declined' : 'processing_error');

/** Declined by this program, because the connector or the contract does not allow it. */
export const notPossible = (decline_code: string, message: string): Answer => ({
  result: 'declined',
  code: 'processing_error',
  decline_code,
  message,
});
