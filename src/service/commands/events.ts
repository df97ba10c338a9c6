import type { Command } from 'commander';
import { type Asking, asking, serviceAt } from './service.js';

type Options = Asking & { readonly webhookEndpoint?: string; readonly json?: boolean };

/** `florin events resend`: delivers an event again; the other verbs of `events` are those of the API. */
export function eventCommands(events: Command): void {
  asking(events.command('resend <events...>').description('deliver events again'))
    .option('--webhook-endpoint <id>', 'only to this endpoint, we_... (default: all that subscribe to the type)')
    .option('--json', 'print each event as a line of JSON')
    .addHelpText('after', examples)
    .action(async (ids: readonly string[], { webhookEndpoint, json, ...options }: Options) => {
      const service = serviceAt(options);
      for (const id of ids) {
        const to = new URLSearchParams({ ...(webhookEndpoint && { webhook_endpoint: webhookEndpoint }) });
        const event = await service<{ readonly id: string; readonly type: string }>(
          'POST',
          `/v1/events/${encodeURIComponent(id)}/retry`,
          to,
        );
        process.stdout.write(json ? `${JSON.stringify(event)}\n` : `${event.id}  ${event.type}  is delivered again\n`);
      }
    });
}

const examples = `
Examples:
  florin events resend evt_123
  florin events resend evt_123 evt_124 --webhook-endpoint we_123`;
