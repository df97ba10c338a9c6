import { Alert, Button, CloseButton, Group, Menu } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { call, type Request } from '../api.js';
import { Failure } from '../parts.js';
import { say } from '../say.js';
import { ActionDialog } from './action-dialog.js';
import type { Action } from './description.js';

type Offered<Item> = { readonly item: Item; readonly actions: readonly Action<Item>[] };

/** More actions than these are in a menu. */
const buttons_max = 3;

/** A label that is longer than a phone is wide has several lines. */
const as_long_as_needed = { maw: '100%', h: 'auto', mih: 36, styles: { label: { whiteSpace: 'normal' } } } as const;

/** The actions that an object allows now: buttons, and a menu if there are many. */
export function ActionButtons<Item>({ item, actions }: Offered<Item>): ReactNode {
  const [asked, ask] = useState<Action<Item> | null>(null);
  const [done, show] = useState<ReactNode>(null);
  const queries = useQueryClient();
  const [, open] = useLocation();
  const allowed = actions.filter((action) => action.when?.(item) ?? true);
  const finish = async (action: Action<Item>, answer: object): Promise<void> => {
    ask(null);
    show(action.done?.(answer) ?? null);
    const next = action.next?.(answer);
    // A page that is left may show a deleted object, which must not be read again.
    await queries.invalidateQueries({ refetchType: next ? 'none' : 'active' });
    if (next) open(next);
  };
  const direct = useMutation({
    mutationFn: async (action: Action<Item>) => finish(action, await call<object>(action.request(item, {}))),
  });
  const start = (action: Action<Item>): void => {
    show(null);
    if (action.fields || action.question) ask(action);
    else direct.mutate(action);
  };
  const creates = item === null && actions[0]?.is_primary ? actions[0] : undefined;
  useHotkeys(creates ? [['c', () => start(creates)]] : []);
  const [shown, hidden] =
    allowed.length > buttons_max ? [allowed.slice(0, buttons_max - 1), allowed.slice(buttons_max - 1)] : [allowed, []];
  return (
    <>
      <Group gap="xs">
        {shown.map((action) => (
          <Button
            key={action.label}
            {...as_long_as_needed}
            variant={action.is_primary ? 'filled' : 'default'}
            {...(action.is_destructive && { c: 'red' })}
            loading={direct.isPending && direct.variables === action}
            onClick={() => start(action)}
          >
            {say(action.label)}
          </Button>
        ))}
        {hidden.length > 0 && <MoreActions actions={hidden} start={start} />}
      </Group>
      <Failure error={direct.error} />
      {done && (
        <Alert color="teal" role="status" w="100%">
          <Group justify="space-between" wrap="nowrap" align="start">
            <div>{done}</div>
            <CloseButton aria-label={say('Close')} onClick={() => show(null)} />
          </Group>
        </Alert>
      )}
      {asked && <ActionDialog action={asked} item={item} close={() => ask(null)} finish={(answer) => finish(asked, answer)} />}
    </>
  );
}

const MoreActions = <Item,>({ actions, start }: { actions: readonly Action<Item>[]; start: (action: Action<Item>) => void }): ReactNode => (
  <Menu position="bottom-end" shadow="md">
    <Menu.Target>
      <Button variant="default">{say('More actions')}</Button>
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map((action) => (
        <Menu.Item key={action.label} {...(action.is_destructive && { color: 'red' })} onClick={() => start(action)}>
          {say(action.label)}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

/** The requests that change an object. */
export const post = (path: string, parameters: Request['parameters'] = {}): Request => ({ method: 'POST', path, parameters });
