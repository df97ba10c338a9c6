import { pairsOf, type Request } from '../api.js';

/** A text as an argument of a shell. */
const argument = (text: string): string => (/^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** A request as a command of curl. The key stays a variable of the shell. */
export function curlOf({ method, path, parameters = {}, fault }: Request): string {
  const pairs = pairsOf(parameters).map(([name, value]) => ` \\\n  -d ${argument(`${name}=${value}`)}`);
  const head = method === 'POST' ? '' : method === 'GET' ? ' -G' : ' -X DELETE';
  const header = fault === undefined ? '' : ` -H ${argument(`Florin-Test-Fault: ${fault}`)}`;
  return `curl -u "$FLORIN_KEY:"${header}${pairs.length > 0 || method === 'DELETE' ? head : ''} ${argument(`${location.origin}/v1/${path}`)}${pairs.join('')}`;
}
