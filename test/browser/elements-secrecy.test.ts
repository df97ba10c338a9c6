import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.js';
import { evaluated, fillPayment, frameOf, openPage, useMerchant } from '../support/elements.js';

const browser = useBrowser();
const merchant = useMerchant();

const number = '4000003560000008';

/** Records everything that a merchant's page can see: messages, keys, input, requests, and its own document. */
const spying = `
  window.seen = [];
  const note = (what) => { try { seen.push(JSON.stringify(what)); } catch { seen.push(String(what)); } };
  addEventListener('message', ({ data }) => note(data), true);
  for (const name of ['keydown', 'keyup', 'keypress', 'input', 'beforeinput', 'paste']) addEventListener(name, ({ key, data }) => note([name, key, data]), true);
  const { fetch, WebSocket, XMLHttpRequest } = window;
  window.fetch = (...given) => { note(given); return fetch(...given); };
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...given) { note(given); return postMessage.apply(this, given); };
  XMLHttpRequest.prototype.send = function (body) { note(body); };
  new BroadcastChannel('florin').addEventListener('message', ({ data }) => note(data));`;

const paying = (client_secret: string): string => `${spying}
  window.elements = stripe.elements({ clientSecret: '${client_secret}' });
  const element = elements.create('payment');
  for (const name of ['ready', 'change', 'focus', 'blur']) element.on(name, note);
  await new Promise((resolve) => { element.on('ready', resolve); element.mount('#place'); });`;

test("the merchant's page sees neither the number nor the code, whatever it listens to", async () => {
  const client = merchant.service.client();
  const { body } = await client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', payment_method_types: ['card'] });
  const tab = await browser.tab();
  await openPage(tab, merchant, client, paying(body.client_secret));
  await fillPayment(tab, number);
  await evaluated(tab, 'return await elements.submit()');
  const result = await evaluated(tab, `return await stripe.confirmPayment({ elements, redirect: 'if_required' })`);
  expect(result).toMatchObject({ paymentIntent: { status: 'succeeded' } });
  const seen = await evaluated<string[]>(
    tab,
    'return [...seen, document.documentElement.outerHTML, JSON.stringify({ ...localStorage, ...sessionStorage })]',
  );
  expect(seen.length).toBeGreaterThan(3);
  const text = [...seen, JSON.stringify(result)].join('\n').replaceAll(' ', '');
  for (const secret of [number, number.slice(0, 8), number.slice(4, 12), '"4000"', '"cvc"']) expect(text).not.toContain(secret);
});

test('the page cannot read a frame, and a frame answers only its own controller', async () => {
  const client = merchant.service.client();
  const { body } = await client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', payment_method_types: ['card'] });
  const tab = await browser.tab();
  await openPage(tab, merchant, client, paying(body.client_secret));
  await fillPayment(tab, number);
  const answers = await evaluated<string>(
    tab,
    `const frame = document.querySelector('#place iframe');
     let inside;
     try { inside = frame.contentWindow.document.body.innerHTML; } catch ({ name }) { inside = name; }
     const before = seen.length;
     frame.contentWindow.postMessage({ florin: 'call', id: 77, name: 'collect', data: null }, '${merchant.service.url}');
     frame.contentWindow.postMessage({ florin: 'call', id: 78, name: 'toString', data: null }, '${merchant.service.url}');
     await elements.submit();
     return JSON.stringify([inside, seen.slice(before)]);`,
  );
  expect(answers).toContain('SecurityError');
  expect(answers).toContain('Nothing answers to collect');
  expect(answers).toContain('Nothing answers to toString');
  expect(answers.replaceAll(' ', '')).not.toContain(number.slice(0, 8));
});

test('a foreign page that imitates a Florin frame receives nothing', async () => {
  const client = merchant.service.client();
  const { body } = await client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', payment_method_types: ['card'] });
  const tab = await browser.tab();
  await openPage(tab, merchant, client, paying(body.client_secret));
  await fillPayment(tab, number);
  const received = await evaluated<string>(
    tab,
    `const ours = document.querySelector('#place iframe');
     const posing = document.createElement('iframe');
     posing.name = [...document.querySelectorAll('iframe')].find(({ name }) => name.startsWith('__privateStripeController')).name;
     posing.srcdoc = '<script>onmessage = ({ data }) => parent.postMessage({ posing: data }, "*")</' + 'script>';
     document.body.prepend(posing);
     await new Promise((resolve) => { posing.onload = resolve; });
     posing.contentWindow.eval('parent.document.querySelector("#place iframe").contentWindow.postMessage({ florin: "call", id: 1, name: "collect", data: null }, "*")');
     const paid = await stripe.confirmPayment({ elements, redirect: 'if_required' });
     return JSON.stringify([paid.paymentIntent?.status ?? paid.error, seen.filter((each) => each.includes('posing'))]);`,
  );
  expect(received).toBe(JSON.stringify(['succeeded', []]));
  expect(await frameOf(tab).getByLabel('Card number').inputValue()).toContain('4000 0035');
});
