import { afterAll } from 'vitest';
import { Concealed } from '../../src/kernel/base/concealed.js';
import { remoteAgent } from '../../src/processors/remote/exchange.js';
import { remote } from '../../src/processors/remote/remote.js';
import { sandbox } from '../../src/processors/sandbox/sandbox.js';
import { type Acquirer, secret, startAcquirer } from '../support/acquirer.js';
import { conforms } from '../support/conformance.js';
import { numbered } from '../support/sandbox-asks.js';

const agent = remoteAgent();
let acquirer: Acquirer;
afterAll(async () => {
  await agent.destroy();
  await acquirer?.stop();
});

conforms('the documented acquirer', async () => {
  acquirer = await startAcquirer('sample');
  return {
    processor: remote({
      name: 'sample',
      url: `${acquirer.url}/`,
      secret: new Concealed(secret),
      verbs: ['set_up', 'charge', 'capture', 'increment', 'void', 'refund', 'pay_out', 'reverse'],
      agent,
      now_ms: Date.now,
    }),
    charges: { approved: { amount: 1000 }, declined: { amount: 1001 }, needs_action: { amount: 1002 }, pending: { amount: 1003 } },
    without: ['contest'],
    keeps_book: true,
    moved: async (reference) => {
      const entry = (await acquirer.book()).find((each) => each.reference === reference);
      return entry ? entry.held + entry.taken : 0;
    },
  };
});

conforms('the sandbox', () => ({
  processor: sandbox,
  keeps_book: false,
  charges: {
    approved: {},
    declined: numbered('4000000000000002'),
    needs_action: numbered('4000002760003184'),
    pending: { payment_method: { id: 'pm_1', type: 'sepa_debit' } },
  },
}));
