import { expect } from 'vitest';
import { type Issuer, network, spendable, useCard } from './issuing.js';
import type { Answer } from './service.js';

/** The expected state of an authorization: the approved amount, the held amount, and whether it is open. */
type Authorization = { readonly id: string; amount: number; held: number; captured: number; open: boolean };

/** A captured amount, and its refunded part. */
type Taken = { readonly id: string; readonly amount: number; back: number; disputed: boolean; readonly forced: boolean };

/** The expected spending and holds of a company's cards, as the cards' owner expects them; `counted` is the spending that limits count. */
export type Model = { available: number; counted: number; readonly authorizations: Authorization[]; readonly taken: Taken[] };

/** A command: the index of its subject, and its amount. */
export type Command = { readonly verb: keyof typeof verbs; readonly which: number; readonly amount: number; readonly closes: boolean };

type Happening = { readonly of: Issuer; readonly model: Model } & Command;

const one = <T>(all: readonly T[], which: number): T | undefined => all[which % Math.max(1, all.length)];

/** The authorization of a command; its answer must be a refusal where the authorization is closed. */
async function about(
  { of, model, which }: Happening,
  verb: string,
  params: object,
  happens: (it: Authorization, answer: Answer) => void,
  fits: (it: Authorization) => boolean = () => true,
): Promise<void> {
  const it = one(model.authorizations, which);
  if (!it) return;
  const answer = await network(of, `authorizations/${it.id}/${verb}`, params);
  expect([verb, answer.status], answer.text).toEqual([verb, it.open && fits(it) ? 200 : 400]);
  if (answer.status === 200) happens(it, answer);
  if (answer.status === 200) expect([verb, answer.body.status === 'pending', answer.body.amount]).toEqual([verb, it.open, it.amount]);
}

function letGo(model: Model, it: Authorization, amount: number): void {
  it.held -= amount;
  model.available += amount;
  model.counted -= amount;
}

const verbs = {
  create: async ({ of, model, amount }: Happening) => {
    const { status, body } = await useCard(of, { amount });
    const fits = amount <= model.available;
    expect([status, body.approved, body.status]).toEqual([200, fits, fits ? 'pending' : 'closed']);
    const it = { id: body.id, amount, held: 0, captured: 0, open: fits };
    if (fits) letGo(model, it, -amount);
    model.authorizations.push(it);
  },
  increment: (it: Happening) =>
    about(it, 'increment', { increment_amount: it.amount }, (of, { body }) => {
      const fits = it.amount <= it.model.available;
      expect(body.request_history.at(-1).approved).toBe(fits);
      if (!fits) return;
      of.amount += it.amount;
      letGo(it.model, of, -it.amount);
    }),
  capture: (it: Happening) =>
    about(it, 'capture', { capture_amount: it.amount, close_authorization: it.closes }, (of, { body }) => {
      letGo(it.model, of, it.closes ? of.held : Math.min(it.amount, of.held));
      it.model.available -= it.amount;
      it.model.counted += it.amount;
      of.captured += it.amount;
      of.open = !it.closes;
      it.model.taken.push({
        id: body.transactions.findLast(({ type }: { type: string }) => type === 'capture').id,
        amount: it.amount,
        back: 0,
        disputed: false,
        forced: false,
      });
    }),
  reverse: (it: Happening) =>
    about(
      it,
      'reverse',
      { reverse_amount: it.amount },
      (of) => {
        of.open = it.amount < of.held;
        of.amount -= it.amount;
        letGo(it.model, of, it.amount);
      },
      ({ held }) => it.amount <= held,
    ),
  finalize: (it: Happening) =>
    about(
      it,
      'finalize_amount',
      { final_amount: it.amount },
      (of) => {
        of.amount = it.amount;
        letGo(it.model, of, of.held + of.captured - it.amount);
      },
      ({ captured, held }) => captured <= it.amount && it.amount - captured - held <= Math.max(0, it.model.available),
    ),
  expire: (it: Happening) =>
    about(it, 'expire', {}, (of) => {
      letGo(it.model, of, of.held);
      of.open = false;
    }),
  refund: async ({ of, model, which, amount }: Happening) => {
    const it = one(model.taken, which);
    if (!it) return;
    const { status } = await network(of, `transactions/${it.id}/refund`, { refund_amount: amount });
    expect(status).toBe(it.back + amount <= it.amount ? 200 : 400);
    if (status !== 200) return;
    it.back += amount;
    model.available += amount;
    if (!it.forced) model.counted -= amount;
  },
  dispute: async ({ of, model, which, amount }: Happening) => {
    const it = one(model.taken, which);
    if (!it) return;
    const evidence = { reason: 'fraudulent', fraudulent: { explanation: 'winning_evidence' } };
    const begun = await of.client.post('/v1/issuing/disputes', { transaction: it.id, amount, evidence });
    expect(begun.status, begun.text).toBe(!it.disputed && it.back + amount <= it.amount ? 200 : 400);
    if (begun.status !== 200) return;
    const { body } = await of.client.post(`/v1/issuing/disputes/${begun.body.id}/submit`);
    expect(body.status).toBe('won');
    it.disputed = true;
    it.back += amount;
    model.available += amount;
  },
  force: async ({ of, model, amount }: Happening) => {
    const { body } = await network(of, 'transactions/create_force_capture', { card: of.card, amount });
    model.available -= amount;
    model.taken.push({ id: body.id, amount, back: 0, disputed: false, forced: true });
  },
} as const;

/** The names of the commands. */
export const verb_names = Object.keys(verbs) as (keyof typeof verbs)[];

/** Runs a command on both, and compares the spendable amounts. */
export async function happen(of: Issuer, model: Model, command: Command): Promise<void> {
  await verbs[command.verb]({ of, model, ...command });
  expect([command, await spendable(of)]).toEqual([command, model.available]);
}
