/** What two windows say to each other, each in a message of its own. */
type Message =
  | { readonly florin: 'call'; readonly id: number; readonly name: string; readonly data: unknown }
  | { readonly florin: 'answer'; readonly id: number; readonly data: unknown }
  | { readonly florin: 'failure'; readonly id: number; readonly message: string }
  | { readonly florin: 'tell'; readonly name: string; readonly data: unknown };

/** Whom a window speaks to: a window that may be replaced, at one origin and no other. */
export type Peer = { readonly window: () => Window | null; readonly origin: string };

// A message is identified by its name, and validated by the handler of that name.
// biome-ignore lint/suspicious/noExplicitAny: both ends are of one build, and each name has one shape.
export type Said = any;

/** What a window does when it is called or told something, by name. */
export type Answers = Readonly<Record<string, (data: Said) => unknown>>;

/** A line between two windows. */
export type Line = {
  /** Asks, and waits for the answer. */
  readonly call: (name: string, data: unknown) => Promise<Said>;
  /** Posts a message without an answer. */
  readonly tell: (name: string, data: unknown) => void;
  readonly close: () => void;
};

type Waiting = { readonly resolve: (data: Said) => void; readonly reject: (error: Error) => void };

/** Opens a line to a peer. Messages from other windows or origins are ignored. */
export function lineTo(peer: Peer, answers: Answers): Line {
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  const send = (message: Message): void => peer.window()?.postMessage(message, peer.origin);
  const take = (event: MessageEvent): void => {
    const from = peer.window();
    if (from === null || event.source !== from || event.origin !== peer.origin || !isMessage(event.data)) return;
    receive(event.data, { answers, waiting, send });
  };
  addEventListener('message', take);
  return {
    call: (name, data) =>
      new Promise((resolve, reject) => {
        calls += 1;
        waiting.set(calls, { resolve, reject });
        send({ florin: 'call', id: calls, name, data });
      }),
    tell: (name, data) => send({ florin: 'tell', name, data }),
    close: () => removeEventListener('message', take),
  };
}

const isMessage = (data: unknown): data is Message => typeof data === 'object' && data !== null && 'florin' in data;

type Receiver = { readonly answers: Answers; readonly waiting: Map<number, Waiting>; readonly send: (message: Message) => void };

function receive(message: Message, receiver: Receiver): void {
  switch (message.florin) {
    case 'call':
      void answerTo(message, receiver);
      return;
    case 'tell':
      answerOf(receiver.answers, message.name)?.(message.data);
      return;
    default:
      settle(message, receiver.waiting);
  }
}

const answerOf = (answers: Answers, name: string): Answers[string] | undefined =>
  Object.hasOwn(answers, name) ? answers[name] : undefined;

async function answerTo({ id, name, data }: Extract<Message, { florin: 'call' }>, { answers, send }: Receiver): Promise<void> {
  try {
    const answer = answerOf(answers, name);
    if (!answer) throw new Error(`Nothing answers to ${name}`);
    send({ florin: 'answer', id, data: await answer(data) });
  } catch (error) {
    send({ florin: 'failure', id, message: error instanceof Error ? error.message : String(error) });
  }
}

function settle(message: Extract<Message, { florin: 'answer' | 'failure' }>, waiting: Map<number, Waiting>): void {
  const waiter = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.florin === 'answer') waiter?.resolve(message.data);
  else waiter?.reject(new Error(message.message));
}
