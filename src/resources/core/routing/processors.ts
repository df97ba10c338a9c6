import type { Asked } from '../../../kernel/base/effects.js';

/** What the checks need of a request. */
type Checking = Pick<Asked, 'processors' | 'refuse'>;

/** The processor of test mode, which never shares a rule with another one: a remote processor does not fail over to it. */
const local = 'sandbox';

/** Refuses names of processors that the account does not have, and names that occur twice. */
export function requireProcessors(names: readonly string[], param: string, account: string, asked: Checking): void {
  const offered = asked.processors(account, 'charge');
  for (const [place, name] of names.entries()) {
    const at = `${param}[${place}]`;
    if (!offered.includes(name)) asked.refuse({ code: 'parameter_invalid', param: at, message: notOffered(name, offered) });
    if (names.indexOf(name) < place)
      asked.refuse({ code: 'parameter_invalid', param: at, message: `The processor ${name} occurs twice. Send each processor once.` });
  }
}

const notOffered = (name: string, offered: readonly string[]): string =>
  offered.length
    ? `No such processor: '${name}'. The processors of this account are ${offered.join(', ')}.`
    : `No such processor: '${name}'. The operator of this service has configured no processor for this account.`;

/** Refuses a rule that mixes the sandbox with other processors. */
export function requireApart(names: readonly string[], param: string, asked: Pick<Asked, 'refuse'>): void {
  if (!names.includes(local) || names.length === 1) return;
  asked.refuse({
    code: 'parameter_invalid',
    param: `${param}[${names.indexOf(local)}]`,
    message: 'The sandbox takes no part in failover or in shares of the volume. Send it alone, or leave it out.',
  });
}
