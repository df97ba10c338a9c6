import { type Caller, callApi, offerOf, pathOf, readIntent } from './controller/api.js';
import { adjustCheckout, confirmCheckout, openCheckout } from './controller/checkout.js';
import { confirm, create, failureIn, type Wanted } from './controller/confirm.js';
import { abandonStep, stepOf } from './controller/step.js';
import type { Failure, Json, Outcome, Step } from './shapes.js';
import { readSetting, sibling } from './siblings.js';
import { lineTo } from './wire.js';

/** How an intent stands, and where its payer goes on; or why it does not go on. */
type Standing = { readonly intent: Json; readonly step: Step | null } | { readonly error: Failure };

let caller: Caller = { key: '' };

const { origin } = readSetting(location.hash);

const page = lineTo(
  { window: () => parent, origin },
  {
    open: (opened: Caller) => {
      caller = opened;
    },
    retrieve: ({ client_secret }: { client_secret: string }) => readIntent(caller, client_secret),
    offer: (asked: Json) => offerOf(caller, asked),
    create: (wanted: Parameters<typeof create>[1]) => create(caller, wanted),
    confirm: async (wanted: Wanted) => standing(await confirm(caller, wanted)),
    checkout_open: (named: { client_secret: string }) => openCheckout(caller, named),
    checkout_adjust: adjustCheckout,
    checkout_confirm: confirmCheckout,
    next: async ({ client_secret }: { client_secret: string }) => standing(await readIntent(caller, client_secret)),
    ended,
    verify: ({ client_secret, params }: { client_secret: string; params: Json }) =>
      callApi(caller, 'POST', `${pathOf(client_secret)}/verify_microdeposits`, { ...params, client_secret }),
  },
);

// The page of a step stands in a frame beside this one, and says when the payer has answered.
lineTo(
  { window: () => sibling(`${window.name}-challenge`), origin: location.origin },
  { done: () => page.tell('answered', null), leave: () => page.tell('left', null) },
);

page.tell('loaded', null);

async function standing(outcome: Outcome): Promise<Standing> {
  if ('error' in outcome) return outcome;
  return { intent: outcome.value, step: await stepOf(outcome.value) };
}

/** How an intent stands after a step in a dialog, which the payer may have left. */
async function ended({ client_secret, url, left }: { client_secret: string; url: string; left: boolean }): Promise<Standing> {
  if (left) await abandonStep(url);
  const outcome = await readIntent(caller, client_secret);
  if ('error' in outcome) return outcome;
  const failure = failureIn(outcome.value);
  return failure ? { error: failure } : standing(outcome);
}
