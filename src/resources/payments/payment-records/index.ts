import { about, required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { paymentAttemptRecord, paymentRecord } from './record.js';
import {
  reportAttempt,
  reportCanceled,
  reportFailed,
  reportGuaranteed,
  reportInformational,
  reportPayment,
  reportRefund,
} from './report.js';

/** The payment records group: payments that were made outside, which move no money here. */
export const paymentRecords = [
  action('POST /v1/payment_records/report_payment', reportPayment, {
    summary: 'Report a payment',
    about: 'Records a payment that was made outside Florin, with its first attempt. No processor is asked, and no money moves.',
  }),
  action('POST /v1/payment_records/:id/report_payment_attempt', reportAttempt, {
    summary: 'Report a payment attempt',
    about: 'Records another attempt of a reported payment, after the last one has failed or was canceled.',
  }),
  action('POST /v1/payment_records/:id/report_payment_attempt_canceled', reportCanceled, {
    summary: 'Report a canceled payment attempt',
    about: 'Records that the last attempt of a reported payment was canceled.',
  }),
  action('POST /v1/payment_records/:id/report_payment_attempt_failed', reportFailed, {
    summary: 'Report a failed payment attempt',
    about: 'Records that the last attempt of a reported payment has failed.',
  }),
  action('POST /v1/payment_records/:id/report_payment_attempt_guaranteed', reportGuaranteed, {
    summary: 'Report a guaranteed payment attempt',
    about: 'Records that the money of the last attempt of a reported payment is guaranteed to arrive.',
  }),
  action('POST /v1/payment_records/:id/report_payment_attempt_informational', reportInformational, {
    summary: 'Report details of a payment attempt',
    about: 'Records details of the last attempt of a reported payment: its payer, its description and where the goods are sent to.',
  }),
  action('POST /v1/payment_records/:id/report_refund', reportRefund, {
    summary: 'Report a refund',
    about: 'Records that a guaranteed payment, or a part of it, was refunded outside Florin.',
  }),
  retrieve(paymentRecord, 'GET /v1/payment_records/:id', { about: 'Retrieves the record of a reported payment.' }),
  list(paymentRecord, 'GET /v1/payment_records', {}, { about: 'Lists the records of reported payments, newest first.' }),
  retrieve(paymentAttemptRecord, 'GET /v1/payment_attempt_records/:id', { about: 'Retrieves the record of a reported payment attempt.' }),
  list(
    paymentAttemptRecord,
    'GET /v1/payment_attempt_records',
    { payment_record: about('Only attempts of this payment.', required(ref('payment_record'))) },
    { about: 'Lists the records of the attempts of a reported payment, newest first.' },
  ),
] as const;
