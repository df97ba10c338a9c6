import { heldSince, releaseDeliveries } from '../../kernel/storage/home.js';
import { type Described, one_line } from './described.js';
import { type OfResult, sayResult } from './result.js';
import { withEngineAsItIs } from './with-engine.js';

/** `florin deliveries`: shows whether deliveries and mail are held, and releases them in a restored database. */
export const deliveries: Described = {
  examples: ['florin deliveries status', 'florin deliveries release --discard'],
  commands: {
    status: {
      about: 'show whether deliveries and messages are sent',
      json: one_line,
      examples: ['florin deliveries status', 'florin deliveries status --json'],
      add: (command) => command.action(status),
    },
    release: {
      about: 'send deliveries and messages again; every process follows within ten seconds',
      json: one_line,
      examples: ['florin deliveries release', 'florin deliveries release --discard'],
      add: (command) => command.option('--discard', 'drop the waiting ones first: use it on a copy', false).action(release),
    },
  },
};

const status = (asked: OfResult): Promise<void> =>
  withEngineAsItIs(async ({ database }) => {
    const since = await heldSince(database);
    const text = since ? `Deliveries and messages have been held since ${since.toISOString()}.` : 'Deliveries and messages are sent.';
    sayResult(asked, { held_since: since }, text);
  });

const release = ({ discard, ...asked }: OfResult & { discard: boolean }): Promise<void> =>
  withEngineAsItIs(async ({ database }, { site }) => {
    const { deliveries, messages } = await releaseDeliveries(database, site, discard);
    const waited = `${deliveries} deliveries and ${messages} messages to customers were waiting${discard ? ' and were dropped' : ''}`;
    sayResult(asked, { deliveries, messages, discarded: discard }, `Deliveries and messages are sent. ${waited}.`);
  });
