import { expect, test } from 'vitest';
import { endpointAt } from '../support/deliveries.js';
import { storedEvents } from '../support/dump.js';
import { startReceiver } from '../support/receiver.js';
import { commonService } from '../support/services.js';

const service = await commonService();

test.each([
  ['payment_intent', { amount: 1000, currency: 'usd' }],
  ['setup_intent', {}],
] as const)(
  'events of a %s show its client secret when they are read, listed and delivered, and none is stored',
  async (object, params) => {
    const received: string[] = [];
    const receiver = await startReceiver(({ body }) => {
      received.push(body);
      return 200;
    });
    const client = service.client();
    await endpointAt(client, receiver.url('/'), [`${object}.created`], {});
    const { body: intent } = await client.post(`/v1/${object}s`, { ...params, metadata: { note: `"object":"${object}",` } });
    const [listed] = (await client.get('/v1/events', { type: `${object}.created` })).body.data;
    const { body: event } = await client.get(`/v1/events/${listed.id}`);
    for (const each of [listed, event]) expect(each.data.object).toMatchObject({ id: intent.id, client_secret: intent.client_secret });
    expect(event.data.object.metadata).toEqual(intent.metadata);
    await service.until(async () => received.length > 0);
    expect(JSON.parse(received[0] ?? '').data.object).toEqual(event.data.object);
    const stored = (await storedEvents(service)).find((text) => text.includes(listed.id));
    expect(stored).toContain(intent.id);
    expect(stored).not.toContain(intent.client_secret);
    await receiver.stop();
  },
);
