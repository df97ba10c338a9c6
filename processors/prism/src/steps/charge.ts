import prism from 'hyperswitch-prism';
import type { ChargeAsked } from '../contract.js';
import type { Response } from '../library.js';
import { refusedBy } from './declines.js';
import { cardOfNetwork, methodOf } from './method.js';
import type { Known, Plan, Step } from './step.js';
import { agreeing, changeOf, customerOf, tryOf } from './try.js';
import { carried, money } from './values.js';

const { CaptureMethod, MitCategory } = prism.types;

/** A question to charge: an authorization with the payer, or a charge on the strength of what the payer agreed to before. */
export const charge: Step<ChargeAsked> = {
  plan: (asked, known) => chargeOnMandate(asked, known) ?? authorize(asked, known),
  answered: (asked, _, response, known) => {
    const { connectorTransactionId } = response as { connectorTransactionId?: string };
    return changeOf(asked, response, asked.capture ? ['taken'] : ['held', 'taken'], connectorTransactionId || known.row.reference, known);
  },
  refused: (_, error) => refusedBy(error),
  look: (asked, known) => lookAtPayment(asked, known),
};

type Looked = { readonly attempt: string; readonly amount?: number; readonly currency?: string };

/** The request for the status of a payment, by its reference or by its attempt. */
export const lookAtPayment = (asked: Looked, { row, supports }: Known): Plan | null =>
  supports.has('get')
    ? {
        do: 'call',
        flow: 'get',
        prepares: true,
        message: {
          merchantTransactionId: asked.attempt,
          connectorTransactionId: row.reference ?? '',
          ...(asked.currency !== undefined && { amount: money(asked.amount ?? 0, asked.currency) }),
          ...(row.kept.returned && { encodedData: row.kept.returned }),
          ...carried(row.kept),
        },
      }
    : null;

const orderOf = ({ amount, currency, capture, description, statement_descriptor, off_session }: ChargeAsked): object => ({
  amount: money(amount, currency),
  captureMethod: capture ? CaptureMethod.AUTOMATIC : CaptureMethod.MANUAL,
  offSession: off_session,
  ...(description && { description }),
  ...(statement_descriptor && { billingDescriptor: { statementDescriptor: statement_descriptor } }),
});

/** Whether this charge leaves an agreement for later ones. */
const savesMethod = ({ off_session, setup_future_usage = null, payment_method }: ChargeAsked, { mandate }: Known): boolean =>
  !off_session && (setup_future_usage !== null || (payment_method.saved === true && !mandate?.mandate));

function authorize(asked: ChargeAsked, known: Known): Plan {
  const { payment_method, options } = asked;
  const paymentMethod = methodOf(asked);
  if (!paymentMethod)
    return { do: 'nothing', why: `the library has no request for a payment method of type ${payment_method.type} with this data` };
  const saves = savesMethod(asked, known);
  if (saves && needsCustomer(known)) return { do: 'call', flow: 'customer_create', message: customerOf(asked), prepares: true };
  const customer = known.row.kept.customer;
  return {
    do: 'call',
    flow: 'authorize',
    message: {
      merchantTransactionId: asked.attempt,
      ...orderOf(asked),
      ...tryOf(asked, known),
      ...(saves && { ...agreeing(asked.now), ...(customer && { customer: { id: payment_method.id, connectorCustomerId: customer } }) }),
      ...(options?.request_incremental_authorization === 'if_available' && { requestIncrementalAuthorization: true }),
      paymentMethod,
      orderDetails: [],
      testMode: asked.account.endsWith('_test'),
    },
  };
}

/** Whether a customer must be created at the connector before the card can be kept there. */
export const needsCustomer = ({ supports, done, row }: Known): boolean =>
  supports.has('customer_create') && !done.has('customer_create') && !row.kept.customer;

/** The payer is absent, and has agreed: at this connector, or at another one whose network knows the first transaction. */
function chargeOnMandate(asked: ChargeAsked, known: Known): Plan | null {
  const { mandate, supports } = known;
  if (!asked.off_session || !mandate || !supports.has('charge')) return null;
  const { customer, network_transaction } = mandate;
  const by_network = mandate.mandate === undefined && network_transaction ? cardOfNetwork(asked) : null;
  if (mandate.mandate === undefined && !by_network) return null;
  const named = mandate.mandate
    ? { connectorMandateId: { connectorMandateId: mandate.mandate } }
    : { networkMandateId: { networkTransactionId: network_transaction } };
  return {
    do: 'call',
    flow: 'charge',
    message: {
      merchantChargeId: asked.attempt,
      connectorRecurringPaymentId: named,
      ...orderOf(asked),
      ...tryOf(asked, known),
      mitCategory: MitCategory.UNSCHEDULED_MIT,
      ...(by_network && { paymentMethod: by_network }),
      ...(customer && { connectorCustomerId: customer, customer: { id: asked.payment_method.id, connectorCustomerId: customer } }),
    },
  };
}

/** What a created customer leaves for the request that follows. */
export const customerIn = (response: Response): string | undefined =>
  (response as { connectorCustomerId?: string }).connectorCustomerId || undefined;
