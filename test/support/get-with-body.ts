import { request } from 'node:http';
import type { Answer, Client, TestService } from './service.js';

/** GET with a JSON body, as the seed's list of payouts wants it; `fetch` refuses to send one. */
export function getWithBody(service: TestService, client: Client, path: string, body: object): Promise<Answer> {
  const sent = JSON.stringify(body);
  const headers = {
    authorization: `Basic ${Buffer.from(`${client.key}:`).toString('base64')}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(sent),
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${service.url}${path}`, { method: 'GET', headers }, async (answer) => {
      const text = (await answer.toArray()).join('');
      resolve({ status: answer.statusCode ?? 0, headers: new Headers(), text, body: JSON.parse(text) });
    });
    asked.on('error', reject).end(sent);
  });
}
