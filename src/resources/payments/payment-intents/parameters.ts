import { pick } from '../../../kernel/base/fields.js';
import { payment_method_data } from '../payment-methods/payment-method-data.js';
import { paymentIntent } from './payment-intent.js';

const { fields } = paymentIntent;

/** What describes a payment, and can be changed as long as it exists. */
export const described = pick(
  fields,
  'description',
  'merchant_order_id',
  'merchant_user_id',
  'metadata',
  'quantity',
  'receipt_email',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
);

/** What a payment is paid with, and how. */
export const paid_with = {
  ...pick(fields, 'payment_method', 'payment_method_options', 'payment_method_types', 'setup_future_usage', 'capture_method', 'return_url'),
  payment_method_data,
};
