import { Autocomplete, Badge, Button, Group, NativeSelect, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { type ApiError, call, type Fault, type Request } from '../api.js';
import { curlOf } from '../kit/curl.js';
import { Json } from '../kit/history.js';
import { Command, Section } from '../parts.js';
import { type Text as Label, say } from '../say.js';

type Method = Request['method'];
type Answer = {
  readonly request: Request /** Null where no answer has arrived. */;
  readonly status: number | null;
  readonly body: unknown;
};

const methods: readonly Method[] = ['GET', 'POST', 'DELETE'];

const faults: readonly (readonly [Fault, Label])[] = [
  ['429', 'Too many requests'],
  ['500', 'Internal error'],
  ['timeout', 'The answer is lost'],
  ['duplicate-webhook', 'Webhooks arrive twice'],
  ['out-of-order-webhook', 'Webhooks arrive out of order'],
];

/** Lines of `name=value` as parameters. */
const parametersOf = (lines: string): Record<string, string> =>
  Object.fromEntries(
    lines
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1).trim()]),
  );

/** The paths of the API with a method. */
function usePaths(method: Method): string[] {
  const { data } = useQuery({
    queryKey: ['operations'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await (await fetch('/openapi.json')).json()) as { readonly paths: Readonly<Record<string, object>> },
  });
  return Object.entries(data?.paths ?? {}).flatMap(([path, operations]) =>
    method.toLowerCase() in operations ? [path.slice('/v1/'.length)] : [],
  );
}

async function answerOf(request: Request): Promise<Answer> {
  try {
    return { request, status: 200, body: await call<unknown>(request) };
  } catch (error) {
    // The browser reports a connection that ended without an answer by this error.
    if (error instanceof TypeError) return { request, status: null, body: null };
    const { status, code, param, message } = error as ApiError;
    return { request, status, body: { error: { code, param, message } } };
  }
}

/** Sends any request of the API; the request is in the address, so that it can be shared. */
export default function ShellPage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const [method, setMethod] = useState<Method>(methods.find((each) => each === search.get('method')) ?? 'GET');
  const [path, setPath] = useState(search.get('path') ?? 'payment_intents');
  const [lines, setLines] = useState(search.get('parameters') ?? 'limit=3');
  const [fault, setFault] = useState(faults.find(([name]) => name === search.get('fault'))?.[0]);
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  const queries = useQueryClient();
  const paths = usePaths(method);
  const request: Request = { method, path: path.replace(/^\/?(v1\/)?/, ''), parameters: parametersOf(lines), ...(fault && { fault }) };
  const sent = useMutation({
    mutationFn: () => answerOf(request),
    onSuccess: async (answer) => {
      setAnswers([answer, ...answers]);
      setSearch({ method, path, parameters: lines, ...(fault && { fault }) }, { replace: true });
      if (method !== 'GET') await queries.invalidateQueries();
    },
  });
  return (
    <Stack>
      <Title order={1} size="h2">
        {say('API shell')}
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent.mutate();
        }}
      >
        <Stack>
          <Group align="end">
            <NativeSelect
              label={say('Method')}
              value={method}
              data={[...methods]}
              onChange={(event) => setMethod(methods.find((each) => each === event.currentTarget.value) ?? 'GET')}
            />
            <Autocomplete label={say('Path after /v1/')} value={path} onChange={setPath} data={paths} limit={12} flex="1 1 12rem" />
            <Button type="submit" loading={sent.isPending}>
              {say('Send')}
            </Button>
          </Group>
          <Textarea
            label={say('Parameters')}
            description={say('One name=value on each line, such as amount=2000 or metadata[order]=6735')}
            value={lines}
            onChange={(event) => setLines(event.currentTarget.value)}
            autosize
            minRows={2}
            maxRows={12}
            styles={{ input: { fontFamily: 'monospace' } }}
          />
          <Faults value={fault} choose={setFault} />
          <Command>{curlOf(request)}</Command>
        </Stack>
      </form>
      <Answers of={answers} />
      {answers.length === 0 && <Text c="dimmed">{say('Answers appear here, the newest first.')}</Text>}
    </Stack>
  );
}

function Faults({ value, choose }: { value: Fault | undefined; choose: (fault: Fault | undefined) => void }): ReactNode {
  return (
    <NativeSelect
      label={say('Fault')}
      description={say('Test mode only: how a network or a busy service would fail.')}
      value={value ?? ''}
      data={[{ value: '', label: say('None') }, ...faults.map(([name, label]) => ({ value: name, label: say(label) }))]}
      onChange={(event) => choose(faults.find(([name]) => name === event.currentTarget.value)?.[0])}
    />
  );
}

const Answers = ({ of }: { of: readonly Answer[] }): ReactNode =>
  of.map(({ request, status, body }, at) => (
    <Section
      key={of.length - at}
      title={`${request.method} /v1/${request.path}`}
      aside={
        <Badge variant="dot" color={status !== null && status < 400 ? 'teal' : 'red'} tt="none">
          {status === null ? say('No answer') : status < 400 ? say('Succeeded') : say('Refused with {status}', { status })}
        </Badge>
      }
    >
      {status === null ? (
        <Text size="sm">{say('The connection ended without an answer. The request may have been carried out.')}</Text>
      ) : (
        <Json of={body} />
      )}
    </Section>
  ));
