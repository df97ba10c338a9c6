import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { stringify } from 'qs';
import { z } from 'zod';
import { nearest } from '../../kernel/base/nearest.js';
import { found, type Operation, shownOf } from './operations.js';

/** A call of the public API with the key of the agent. */
export type Call = (request: {
  readonly method: Operation['method'];
  readonly url: string;
  readonly body: object | null;
  readonly idempotency_key: string | null;
}) => Promise<{ readonly status: number; readonly text: string }>;

/** An agent's view of the API: the operations that its key may call, and the way to call them. */
export type Agent = { readonly version: string; readonly operations: readonly Operation[]; readonly call: Call };

const instructions = `Florin is a payments service with Stripe's API. Look for an operation with find_operations, read its parameters with
describe_operation, then call it with read_operation or write_operation. Only operations that the key may call are listed. Amounts are whole
numbers in the smallest unit of the currency: 2000 is 20.00 USD. A refusal names the parameter and what to send instead.`;

const operation = z.string().describe('The id of the operation, from find_operations.');
const parameters = z
  .record(z.string(), z.unknown())
  .default({})
  .describe('The parameters of the operation by name, those of the path included.');

const idempotency_key = z
  .string()
  .max(255)
  .optional()
  .describe(
    'A value of your own for this change. The same call with the same key is done once, so a call without an answer can be repeated.',
  );

const reads = { readOnlyHint: true, openWorldHint: false };

type Said = { content: [{ type: 'text'; text: string }]; isError: boolean };

const say = (text: string, isError = false): Said => ({ content: [{ type: 'text', text }], isError });

/**
 * An MCP server over the operations of one key. A tool for every operation would exceed the context of an agent, so there are four tools
 * (docs/decisions/0092).
 */
export function toolsFor({ version, operations, call }: Agent): McpServer {
  const server = new McpServer({ name: 'florin', version }, { instructions });
  const byId = new Map(operations.map((each) => [each.id, each]));
  const known: Known = (id, use) => {
    const it = byId.get(id);
    if (it) return use(it);
    const near = nearest(id, [...byId.keys()]);
    return say(
      `This key has no operation '${id}'.${near === null ? '' : ` Did you mean '${near}'?`} Look for it with find_operations.`,
      true,
    );
  };
  registerLooking(server, operations, known);
  registerCalling(server, call, known);
  return server;
}

/** Uses the operation with this id, or says that the key has none. */
type Known = (id: string, use: (operation: Operation) => Said | Promise<Said>) => Said | Promise<Said>;

function registerLooking(server: McpServer, operations: readonly Operation[], known: Known): void {
  server.registerTool(
    'find_operations',
    {
      title: 'Find operations',
      description: 'Lists the operations of the API that fit some words, such as "refund a payment" or "list customers".',
      inputSchema: { query: z.string().min(1), limit: z.number().int().min(1).max(50).default(10) },
      annotations: reads,
    },
    ({ query, limit }) => say(JSON.stringify(found(operations, query, limit).map(headingOf))),
  );
  server.registerTool(
    'describe_operation',
    {
      title: 'Describe an operation',
      description: 'Describes the parameters of an operation. Members of members are named; `parameter` describes one of them.',
      inputSchema: { operation, parameter: z.string().optional().describe('A dotted path, such as payment_method_data.card.') },
      annotations: reads,
    },
    ({ operation: id, parameter }) =>
      known(id, (it) => {
        const shown = shownOf(it, parameter);
        return shown ? say(JSON.stringify({ ...headingOf(it), parameters: shown })) : say(`${id} has no parameter '${parameter}'.`, true);
      }),
  );
}

/** Reading and writing are separate tools, so that a client can allow reading without a question. */
function registerCalling(server: McpServer, call: Call, known: Known): void {
  server.registerTool(
    'read_operation',
    { title: 'Read', description: 'Calls an operation that reads (GET).', inputSchema: { operation, parameters }, annotations: reads },
    ({ operation: id, parameters: sent }) =>
      known(id, (it) => (it.method === 'GET' ? answered(call, it, sent, null) : say(`${id} writes; call it with write_operation.`, true))),
  );
  server.registerTool(
    'write_operation',
    {
      title: 'Write',
      description: 'Calls an operation that creates, changes, cancels or deletes (POST or DELETE). It may move money.',
      inputSchema: { operation, parameters, idempotency_key },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    },
    ({ operation: id, parameters: sent, idempotency_key: key = null }) =>
      known(id, (it) => (it.method === 'GET' ? say(`${id} reads; call it with read_operation.`, true) : answered(call, it, sent, key))),
  );
}

const headingOf = ({ id, method, path, summary, about }: Operation): object => ({
  operation: id,
  call: `${method} ${path}`,
  summary,
  ...(about !== null && { about }),
});

/** Calls an operation: parameters of the path go there, the others into the query or the body. */
async function answered(
  call: Call,
  { method, path, id }: Operation,
  sent: Readonly<Record<string, unknown>>,
  idempotency_key: string | null,
): Promise<Said> {
  const in_path = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const missing = in_path.find((name) => typeof sent[name] !== 'string' || sent[name] === '');
  if (missing !== undefined) return say(`${id} needs the parameter '${missing}', a string.`, true);
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(sent[name])));
  const rest = Object.fromEntries(Object.entries(sent).filter(([name]) => !in_path.includes(name)));
  const is_body = method === 'POST';
  const query = is_body ? '' : stringify(rest, { addQueryPrefix: true, arrayFormat: 'brackets' });
  const { status, text } = await call({ method, url: `${url}${query}`, body: is_body ? rest : null, idempotency_key });
  return say(text, status >= 400);
}
