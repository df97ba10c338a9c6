// An acquirer for Florin in plain Node. It remembers in memory; a real one writes an answer to its database before it gives it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { PORT = '9000', NAME = 'sample', SECRET, FLORIN_URL = 'http://127.0.0.1:12111' } = process.env;
const answers = new Map(); // by verb and attempt, once they are final; a pending one has moved nothing and is decided again
const waiting = new Map(); // asks that wait for the payer or a bank, by attempt; without the card, which is not kept
const book = new Map(); // where the money is, by reference
const sign = (seconds, body) => createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex');
const isFromFlorin = (header = '', body) => {
  const [, seconds, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  return Math.abs(Date.now() / 1000 - seconds) < 300 && timingSafeEqual(Buffer.from(given), Buffer.from(sign(seconds, body)));
};
const grows = ({ capture, options }) => capture === false && options.request_incremental_authorization === 'if_available';
const approved = (it) => ({ result: 'approved', reference: `${NAME}_${it.attempt}`, incremental_authorization: grows(it) || undefined });
const declined = (decline_code) => ({ result: 'declined', code: 'card_declined', decline_code });
const wait = ({ card, ...ask }, answer) => waiting.set(ask.attempt, ask) && answer;
const of = ({ reference }) => book.get(reference) ?? { held: 0, taken: 0, refunded: 0 };
const change = (ask, possible, changes) => (possible && Object.assign(of(ask), changes) ? approved(ask) : declined('not_possible'));
const take = (ask, is_held = false, { reference } = approved(ask), held = is_held ? ask.amount : 0) =>
  book.set(reference, { reference, subject: ask.subject.id, held, taken: ask.amount - held, at_once: !held, refunded: 0 }) && approved(ask);
const arrived = (ask, then) => (ask.now < ask.arrival_date ? { result: 'pending' } : then());
const verbs = {
  set_up: approved,
  // The last two digits of the amount decide: 01 is declined, 02 sends the payer to a page, 03 takes its time.
  charge: (ask) => {
    const redirect_to_url = { url: `http://127.0.0.1:${server.address().port}/pay/${ask.attempt}`, return_url: ask.return_url };
    if (ask.amount % 100 === 1) return declined('do_not_honor');
    if (ask.amount % 100 === 2) return wait(ask, { result: 'needs_action', next_action: { type: 'redirect_to_url', redirect_to_url } });
    return ask.amount % 100 === 3 ? wait(ask, { result: 'pending', ask_again_at: ask.now + 3600 }) : take(ask, !ask.capture);
  },
  capture: (ask) => change(ask, ask.amount <= of(ask).held, { held: 0, taken: ask.amount }),
  increment: (ask) => change(ask, of(ask).held && ask.amount > of(ask).held && ask.amount % 100 !== 1, { held: ask.amount }),
  void: (ask) => change(ask, of(ask).held || (of(ask).at_once && !of(ask).refunded), { held: 0, taken: 0, at_once: false }),
  refund: (ask) => change(ask, of(ask).refunded + ask.amount <= of(ask).taken, { refunded: of(ask).refunded + ask.amount }),
  pay_out: (ask) => arrived(ask, () => take(ask)),
  reverse: (ask, sent = { ...ask, reference: `${NAME}_${ask.payout}` }) =>
    arrived(ask, () => change(sent, of(sent).taken === ask.amount && ask.amount % 100 !== 1, { taken: 0 })),
};
const answer = (ask, decide = verbs[ask.verb]) => {
  const given = answers.get(`${ask.verb} ${ask.attempt}`) ?? decide(ask);
  return ['approved', 'declined'].includes(given.result) ? answers.set(`${ask.verb} ${ask.attempt}`, given) && given : given;
};
const decided = ({ account, subject, verb, attempt, ...ask }, isPaid, seconds = Math.floor(Date.now() / 1000)) => {
  const given = answer({ ...ask, subject, verb, attempt }, (it) => (isPaid ? take(it, !it.capture) : declined('payer_refused')));
  const body = JSON.stringify({ notifications: [{ account, subject, verb, attempt, answer: given }] });
  const headers = { 'florin-signature': `t=${seconds},v1=${sign(seconds, body)}` };
  return fetch(`${FLORIN_URL}/v1/processors/${NAME}/notifications`, { method: 'POST', headers, body }).catch(() => null);
};
// GET /book, GET /pay/<attempt>, GET /pay/<attempt>/refuse, POST /<verb>
const server = createServer(async (request, response) => {
  const reply = (status, body, headers) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  const [, first, attempt, refuses, waits = waiting.get(attempt)] = request.url.split('/');
  if (first === 'book') return reply(200, JSON.stringify([...book.values()]));
  if (waits) return decided(waits, !refuses).then(() => reply(303, '', { location: waits.return_url ?? '/book' }));
  const body = await text(request);
  if (!isFromFlorin(request.headers['florin-signature'], body)) return reply(401, '{}');
  return verbs[first] ? reply(200, JSON.stringify(answer(JSON.parse(body)))) : reply(404, '{}');
}).listen(Number(PORT), '127.0.0.1', () => console.log(`${NAME} listens on ${server.address().port}`));
