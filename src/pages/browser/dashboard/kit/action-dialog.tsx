import { Button, Collapse, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { call, type Parameters, paramOf, type Request } from '../api.js';
import { Command, Dialog, Failure } from '../parts.js';
import { say } from '../say.js';
import { curlOf } from './curl.js';
import type { Action } from './description.js';
import { type Field, initialValues, parametersOf, problemOf, shownOf, uploaded } from './fields.js';
import { Inputs } from './inputs.js';

type Asking<Item> = {
  readonly action: Action<Item>;
  readonly item: Item;
  readonly close: () => void;
  readonly finish: (answer: object) => Promise<void>;
};

/**
 * The idempotency key of a form: repeating the same request after a lost answer has one effect, and other values are another request.
 */
function useIdempotencyKey(): (request: Request) => string {
  const last = useRef({ text: '', key: '' });
  return (request) => {
    const text = JSON.stringify(request);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    return last.current.key;
  };
}

/** Asks for the values of an action, or for a confirmation, and sends it. */
export function ActionDialog<Item>({ action, item, close, finish }: Asking<Item>): ReactNode {
  const [fields] = useState(() => action.fields?.(item) ?? []);
  const [values, setValues] = useState(() => initialValues(fields));
  const [tried, setTried] = useState(false);
  const keyOf = useIdempotencyKey();
  const sent = useMutation({
    mutationFn: async () => {
      const request = action.request(item, parametersOf(fields, await uploaded(fields, values)));
      return finish(await call<object>(request, { idempotency_key: keyOf(request) }));
    },
  });
  const shown = shownOf(fields, values);
  const problems = shown.filter((field) => problemOf(field, values) !== null);
  const refused = paramOf(sent.error);
  const problem = (field: Field): string | null => {
    const own = tried || field.kind === 'amount' ? problemOf(field, values) : null;
    return own ?? (refused && isOf(field, refused) ? (sent.error?.message ?? null) : null);
  };
  const is_shown_at_field = refused !== null && shown.some((field) => isOf(field, refused));
  return (
    <Dialog title={say(action.label)} close={close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (problems.length === 0) sent.mutate();
        }}
      >
        <Stack>
          {action.question && <Text size="sm">{action.question(item)}</Text>}
          <Inputs fields={fields} values={values} change={setValues} problem={problem} />
          {action.preview && problems.length === 0 && <Preview action={action} item={item} parameters={parametersOf(fields, values)} />}
          <Failure error={is_shown_at_field ? null : sent.error} />
          <AsCommand request={() => action.request(item, parametersOf(fields, values))} />
          <Group justify="end">
            <Button variant="default" onClick={close}>
              {say('Back')}
            </Button>
            <Button
              type="submit"
              loading={sent.isPending}
              disabled={problems.some(({ kind }) => kind === 'amount')}
              {...(action.is_destructive && { color: 'red' })}
            >
              {problems.length === 0 ? (action.submit?.(item, values) ?? say(action.label)) : say(action.label)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Whether an error's parameter is that of a field, or one within it. */
const isOf = ({ name }: Field, param: string): boolean => param === name || param.startsWith(`${name}[`);

type Previewing<Item> = { readonly action: Action<Item>; readonly item: Item; readonly parameters: Parameters };

function Preview<Item>({ action, item, parameters }: Previewing<Item>): ReactNode {
  const [settled] = useDebouncedValue(JSON.stringify(parameters), 300);
  const request = action.preview?.(item, JSON.parse(settled) as Parameters);
  const { data, error } = useQuery({
    queryKey: ['preview', request],
    queryFn: () => (request ? call<object>(request) : {}),
    placeholderData: (before) => before,
  });
  return (
    <div aria-live="polite">
      <Failure error={error} />
      {data && action.shown?.(data)}
    </div>
  );
}

/** The request as a command, so that a program can repeat what a person does here. */
function AsCommand({ request }: { request: () => Request }): ReactNode {
  const [opened, { toggle }] = useDisclosure();
  return (
    <div>
      <UnstyledButton fz="xs" td="underline" onClick={toggle} aria-expanded={opened}>
        {say('Show as a command')}
      </UnstyledButton>
      <Collapse expanded={opened}>{opened && <Command>{curlOf(request())}</Command>}</Collapse>
    </div>
  );
}
