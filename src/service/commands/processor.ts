import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { Concealed } from '../../kernel/base/concealed.js';
import { idSource } from '../../kernel/base/ids.js';
import { asksOf, numbered } from '../../processors/conformance/asks.js';
import { type Candidate, skipReason } from '../../processors/conformance/candidate.js';
import { type Program, signature_trials } from '../../processors/conformance/signatures.js';
import { trials } from '../../processors/conformance/trials.js';
import type { ChargeAsk, Verb } from '../../processors/contract.js';
import { remoteAgent } from '../../processors/remote/exchange.js';
import { remote, verbs } from '../../processors/remote/remote.js';
import { misused } from './usage.js';

type Said = {
  secretFile?: string;
  secretEnv: string;
  without: string;
  approved: string;
  declined: string;
  needs_action: string;
  pending: string;
  book: boolean;
};

/** `florin processor check`: puts a processor program to the trials of the contract; the exit code is 1 if it fails one. */
export function processorCommands(processor: Command): void {
  processor
    .command('check <url>')
    .description('put your processor program to the trials of docs/processors; it must be connected to a test system, because money moves')
    .option('--secret-env <name>', 'the variable with the secret that it shares with Florin', 'FLORIN_PROCESSOR_SECRET')
    .option('--secret-file <path>', 'the file with that secret')
    .option('--without <verbs>', 'the verbs that it does not support, comma-separated', '')
    .option('--approved <ask>', 'what is charged so that it approves', 'card=4242424242424242')
    .option('--declined <ask>', 'what is charged so that it declines', 'card=4000000000000002')
    .option('--needs_action <ask>', 'what is charged so that the payer must act', 'card=4000002760003184')
    .option('--pending <ask>', 'what is charged so that the result comes later', 'none')
    .option('--no-book', 'it keeps no book: it leaves the refusal of impossible requests to Florin')
    .addHelpText('after', help)
    .action(check);
}

const help = `
An <ask> is card=NUMBER, iban=NUMBER (a SEPA debit in EUR) or amount=NUMBER, in minor units; none where there is no such ask.
  FLORIN_PROCESSOR_SECRET=... florin processor check http://127.0.0.1:9100/stripe
  florin processor check http://127.0.0.1:9000 --secret-file secret --declined amount=1001 --needs_action amount=1002 --pending amount=1003`;

async function check(url: string, said: Said): Promise<void> {
  const program: Program = { url: addressOf(url), secret: secretOf(said), now_ms: Date.now };
  const agent = remoteAgent();
  const ids = idSource(randomBytes);
  const asks = asksOf(Math.floor(Date.now() / 1000), () => ids.fresh('patt', Date.now()));
  const it = candidateOf(said, remote({ name: 'processor', ...program, verbs: supportedOf(said), agent }));
  const results = [];
  try {
    for (const { name, run } of signature_trials) results.push(await tried(name, () => run(program, asks)));
    for (const trial of trials) {
      const why = skipReason(trial, it);
      results.push(why === null ? await tried(trial.name, () => trial.run({ it, asks })) : skipped(trial.name, why));
    }
  } finally {
    await agent.destroy();
  }
  const failed = results.filter((each) => each === 'wrong').length;
  say(
    `\n${results.filter((each) => each === 'ok').length} passed, ${failed} failed, ${results.filter((each) => each === 'skipped').length} skipped`,
  );
  if (failed > 0) process.exitCode = 1;
}

type Result = 'ok' | 'wrong' | 'skipped';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function skipped(name: string, why: string): Result {
  say(`-      ${name} (not tried: ${why})`);
  return 'skipped';
}

async function tried(name: string, run: () => Promise<void>): Promise<Result> {
  try {
    await run();
    say(`ok     ${name}`);
    return 'ok';
  } catch (error) {
    say(`WRONG  ${name}: ${(error as Error).message}`);
    return 'wrong';
  }
}

const candidateOf = ({ without, approved, declined, needs_action, pending, book }: Said, processor: Candidate['processor']): Candidate => ({
  processor,
  charges: {
    approved: askedOf('approved', approved),
    declined: askedOf('declined', declined),
    needs_action: askedOf('needs_action', needs_action),
    pending: askedOf('pending', pending),
  },
  without: withoutOf(without),
  keeps_book: book,
});

const debit = (iban: string): Partial<ChargeAsk> => ({
  currency: 'eur',
  payment_method: { id: 'pm_2', type: 'sepa_debit', bank_account: {}, billing_details: { name: 'Jo Doe', email: 'jo@example.com' } },
  card: { number: new Concealed(iban), cvc: null },
});

/** The members of a charge that an option names; null for `none`. */
function askedOf(option: string, text: string): Partial<ChargeAsk> | null {
  if (text === 'none') return null;
  const [, kind, value = ''] = /^(card|iban|amount)=(\w+)$/.exec(text) ?? [];
  if (kind === 'card') return numbered(value);
  if (kind === 'iban') return debit(value);
  if (kind === 'amount' && /^[1-9]\d{0,7}$/.test(value)) return { amount: Number(value) };
  throw misused(`--${option} must be card=NUMBER, iban=NUMBER, amount=NUMBER or none, not ${text}`);
}

function withoutOf(list: string): Verb[] {
  const named = list.split(',').filter((each) => each !== '');
  const unknown = named.find((each) => !verbs.includes(each as Verb));
  if (unknown) throw misused(`--without names ${unknown}. The verbs are ${verbs.join(', ')}`);
  return verbs.filter((verb) => named.includes(verb));
}

const supportedOf = ({ without }: Said): Verb[] => verbs.filter((verb) => !withoutOf(without).includes(verb));

function addressOf(url: string): string {
  if (!/^https?:\/\/[^/]/.test(url))
    throw misused(`${url} is not a URL. Give the address to which Florin posts <url>/charge, such as http://127.0.0.1:9000`);
  return url;
}

function secretOf({ secretFile, secretEnv }: Said): Concealed {
  const found = secretFile === undefined ? process.env[secretEnv] : readFileSync(secretFile, 'utf8').trim();
  if (!found)
    throw misused(`Put the secret that Florin and the program share into the variable ${secretEnv}, or name its file with --secret-file`);
  return new Concealed(found);
}
