import type { FastifyReply, FastifyRequest } from 'fastify';
import { refused } from '../../kernel/base/refusal.js';
import type { MisdirectedDeliveries } from '../../kernel/storage/rows.js';

/** The values of the header `Florin-Test-Fault`: an error, a lost response, or deliveries as a busy network makes them. */
export const test_faults = ['429', '500', 'timeout', 'duplicate-webhook', 'out-of-order-webhook'] as const;

type TestFault = (typeof test_faults)[number];

/** How the deliveries of a request differ, by its fault. */
const deliveries: Readonly<Partial<Record<TestFault, MisdirectedDeliveries>>> = {
  'duplicate-webhook': 'twice',
  'out-of-order-webhook': 'reversed',
};

/** What is different about a request. */
export type Faulty = { readonly loses_response: boolean; readonly deliveries: MisdirectedDeliveries | null };

const sound: Faulty = { loses_response: false, deliveries: null };

/** Whether something happens for the first time under a name. */
export type First = (name: string) => Promise<boolean>;

/**
 * The fault that a request in test mode asks for. The errors are thrown before anything is done. With an idempotency key a fault happens once, so that a
 * client which tries again gets the actual response.
 */
export async function faultOf({ headers, method, recognized }: FastifyRequest, first: First): Promise<Faulty> {
  const named = headers['florin-test-fault'];
  if (named === undefined) return sound;
  const { account, livemode } = recognized.caller;
  if (livemode)
    throw refused({ code: 'test_mode_only', message: 'Florin-Test-Fault works in test mode only. Send this request without it.' });
  const fault = test_faults.find((each) => each === named);
  const message = `Florin-Test-Fault must be one of ${test_faults.join(', ')}.`;
  if (!fault) throw refused({ code: 'parameter_invalid', param: 'Florin-Test-Fault', message });
  const key = headers['idempotency-key'];
  if (method === 'POST' && key !== undefined && !(await first(`fault ${account} ${String(key)}`))) return sound;
  if (fault === '429') throw refused({ code: 'rate_limit', message: 'Florin-Test-Fault asked for this error: too many requests.' });
  if (fault === '500') throw refused({ code: 'internal_error', message: 'Florin-Test-Fault asked for this error: nothing was done.' });
  return { loses_response: fault === 'timeout', deliveries: deliveries[fault] ?? null };
}

/** Ends the connection without a response, as a client sees it that has waited for too long. */
export function hangUp({ raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  raw.socket.destroy();
  return reply;
}
