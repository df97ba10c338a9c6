import { Anchor, Group, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { moment } from '../format.js';
import { Section } from '../parts.js';
import { type CountedText, say, sayCount } from '../say.js';
import type { Attention } from './summary.js';

type Kind = { readonly text: CountedText; readonly href: (objects: readonly string[]) => string };

const kinds: Readonly<Record<string, Kind>> = {
  account_requirements: {
    text: '{count} accounts must provide information',
    href: () => '/accounts',
  },
  disputes_due: {
    text: '{count} disputes need a response',
    href: ([first, ...more]) => (more.length === 0 && first ? `/disputes/${first}` : '/disputes'),
  },
  failed_deliveries: { text: '{count} webhook deliveries have failed', href: () => '/webhooks' },
  failing_renewals: {
    text: '{count} subscriptions could not be renewed',
    href: ([first, ...more]) => (more.length === 0 && first ? `/subscriptions/${first}` : '/subscriptions'),
  },
  unknown_outcomes: {
    text: '{count} requests to processors have no known outcome',
    href: () => '/payments?status=processing',
  },
};

/** What needs attention, the most urgent first. */
export function AttentionList({ of }: { of: readonly Attention[] }): ReactNode {
  const sorted = [...of].sort((one, other) => (one.due_by ?? Number.MAX_SAFE_INTEGER) - (other.due_by ?? Number.MAX_SAFE_INTEGER));
  return (
    <Section title={say('Needs attention')}>
      {sorted.length === 0 && <Text c="dimmed">{say('Nothing needs your attention.')}</Text>}
      {sorted.length > 0 && (
        <List listStyleType="none" spacing="xs">
          {sorted.map(({ type, count, objects, due_by }) => {
            const kind = kinds[type];
            return (
              <List.Item key={type}>
                <Group gap="xs">
                  <Anchor component={Link} href={kind?.href(objects) ?? '/home'} size="sm">
                    {kind ? sayCount(kind.text, count) : `${count} ${type}`}
                  </Anchor>
                  {due_by !== null && (
                    <Text size="sm" c="dimmed">
                      {say('due {time}', { time: moment(due_by) })}
                    </Text>
                  )}
                </Group>
              </List.Item>
            );
          })}
        </List>
      )}
    </Section>
  );
}
