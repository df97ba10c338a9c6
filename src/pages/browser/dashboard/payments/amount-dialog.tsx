import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { decimal, minorUnits, money } from '../format.js';
import { Failure } from '../parts.js';

type Asking = {
  readonly title: string;
  readonly action: string;
  readonly hint: string;
  /** Minor units. */
  readonly maximum: number;
  readonly currency: string;
  readonly close: () => void;
  readonly submit: (amount: number) => Promise<unknown>;
};

/** Asks for an amount up to a maximum, which it begins with. */
export function AmountDialog({ title, action, hint, maximum, currency, close, submit }: Asking): ReactNode {
  const [typed, setTyped] = useState(decimal(maximum, currency));
  const sent = useMutation({ mutationFn: submit });
  const amount = minorUnits(typed, currency);
  const problem =
    amount === null || amount === 0
      ? `Enter an amount in ${currency.toUpperCase()}, for example ${decimal(maximum, currency)}.`
      : amount > maximum
        ? `At most ${money(maximum, currency)}.`
        : null;
  return (
    <Modal opened onClose={close} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (amount !== null && problem === null) sent.mutate(amount);
        }}
      >
        <Stack>
          <TextInput
            label={`Amount in ${currency.toUpperCase()}`}
            inputMode="decimal"
            value={typed}
            error={problem}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            data-autofocus
          />
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
          <Failure error={sent.error} />
          <Group justify="end">
            <Button variant="default" onClick={close}>
              Back
            </Button>
            <Button type="submit" loading={sent.isPending} disabled={problem !== null}>
              {action} {amount !== null && problem === null ? money(amount, currency) : ''}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
