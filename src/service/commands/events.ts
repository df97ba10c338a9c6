import type { Described } from './described.js';
import { type OfResult, sayResult } from './result.js';
import { type Asking, asking, serviceAt } from './service.js';

type Options = Asking & OfResult & { readonly webhookEndpoint?: string };
type Event = { readonly id: string; readonly type: string };

/** `florin events resend`: delivers an event again; the other verbs of `events` are those of the API. */
export const eventVerbs: Described = {
  examples: ['florin events resend evt_123', 'florin events list --limit 3'],
  commands: {
    'resend <events...>': {
      about: 'deliver events again',
      json: 'print each event as a line of JSON',
      examples: ['florin events resend evt_123', 'florin events resend evt_123 evt_124 --webhook-endpoint we_123'],
      add: (command) =>
        asking(command)
          .option('--webhook-endpoint <id>', 'only to this endpoint, we_... (default: all that subscribe to the type)')
          .action(resend),
    },
  },
};

async function resend(ids: readonly string[], { webhookEndpoint, ...options }: Options): Promise<void> {
  const service = serviceAt(options);
  for (const id of ids) {
    const to = new URLSearchParams({ ...(webhookEndpoint && { webhook_endpoint: webhookEndpoint }) });
    const event = await service<Event>('POST', `/v1/events/${encodeURIComponent(id)}/retry`, to);
    sayResult(options, event, `${event.id}  ${event.type}  is delivered again`);
  }
}
