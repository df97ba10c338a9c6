import { keyInUse, pairsOf, type Request } from '../api.js';

/** A text as an argument of a shell. */
const argument = (text: string): string => (/^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** A request as a command of curl. The key stays a variable of the shell. */
export function curlOf({ method, path, parameters = {}, fault }: Request): string {
  const pairs = pairsOf(parameters).map(([name, value]) => ` \\\n  -d ${argument(`${name}=${value}`)}`);
  const head = method === 'POST' ? '' : method === 'GET' ? ' -G' : ' -X DELETE';
  const header = fault === undefined ? '' : ` -H ${argument(`Florin-Test-Fault: ${fault}`)}`;
  return `curl -u "$FLORIN_KEY:"${header}${pairs.length > 0 || method === 'DELETE' ? head : ''} ${argument(`${location.origin}/v1/${path}`)}${pairs.join('')}`;
}

/**
 * A command that creates the first object of a list, by the parts of its path and parameters. It has the key of a sandbox, because with another one the
 * object would not appear in the list.
 */
export function commandOf(words: string): string {
  const key = keyInUse();
  return `curl -u ${key !== null && /^sk_test_\w+$/.test(key) ? `${key}:` : '"$FLORIN_KEY:"'} ${location.origin}/v1/${words}`;
}
