import { Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Listed, read } from '../api.js';
import type { WebhookAttempt } from '../objects.js';
import { say, sayCount, words } from '../say.js';

const attempts_max = 100;

/** The outcomes of an endpoint's newest deliveries. */
export function Statistics({ item: { id } }: { item: { readonly id: string } }): ReactNode {
  const { data } = useQuery({
    queryKey: ['attempts', 'statistics', id],
    queryFn: () => read<Listed<WebhookAttempt>>('webhook_attempts', { webhook_endpoint: id, limit: attempts_max }),
  });
  const attempts = data?.data ?? [];
  const outcomes = [...new Set(attempts.map(({ outcome }) => outcome))].map((outcome) => ({
    outcome,
    count: attempts.filter((each) => each.outcome === outcome).length,
  }));
  const delivered = outcomes.find(({ outcome }) => outcome === 'delivered')?.count ?? 0;
  if (attempts.length === 0) return <Text size="sm">{say('No deliveries yet')}</Text>;
  const share = Math.round((100 * delivered) / attempts.length);
  return (
    <Stack gap="xs">
      <Text size="sm">{sayCount('{share} of the newest {count} attempts were delivered.', attempts.length, { share: `${share}%` })}</Text>
      <Progress value={share} color="teal" aria-label={say('Delivered')} />
      {outcomes.map(({ outcome, count }) => (
        <Text key={outcome} size="sm" c="dimmed">
          {words(outcome)}: {count}
        </Text>
      ))}
    </Stack>
  );
}
