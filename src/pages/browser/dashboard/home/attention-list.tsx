import { Anchor, Group, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { moment } from '../format.js';
import { Section } from '../parts.js';
import type { Attention } from './summary.js';

type Kind = { readonly one: string; readonly several: string; readonly href: (objects: readonly string[]) => string };

const kinds: Readonly<Record<string, Kind>> = {
  account_requirements: {
    one: 'account must provide information',
    several: 'accounts must provide information',
    href: () => '/accounts',
  },
  disputes_due: {
    one: 'dispute needs a response',
    several: 'disputes need a response',
    href: ([first, ...more]) => (more.length === 0 && first ? `/disputes/${first}` : '/disputes'),
  },
  failed_deliveries: { one: 'webhook delivery has failed', several: 'webhook deliveries have failed', href: () => '/webhooks' },
  failing_renewals: {
    one: 'subscription could not be renewed',
    several: 'subscriptions could not be renewed',
    href: ([first, ...more]) => (more.length === 0 && first ? `/subscriptions/${first}` : '/subscriptions'),
  },
  unknown_outcomes: {
    one: 'request to a processor has no known outcome',
    several: 'requests to processors have no known outcome',
    href: () => '/payments?status=processing',
  },
};

/** What needs attention, the most urgent first. */
export function AttentionList({ of }: { of: readonly Attention[] }): ReactNode {
  const sorted = [...of].sort((one, other) => (one.due_by ?? Number.MAX_SAFE_INTEGER) - (other.due_by ?? Number.MAX_SAFE_INTEGER));
  return (
    <Section title="Needs attention">
      {sorted.length === 0 && <Text c="dimmed">Nothing needs your attention.</Text>}
      {sorted.length > 0 && (
        <List listStyleType="none" spacing="xs">
          {sorted.map(({ type, count, objects, due_by }) => (
            <List.Item key={type}>
              <Group gap="xs">
                <Anchor component={Link} href={kinds[type]?.href(objects) ?? '/home'} size="sm">
                  {count} {(count === 1 ? kinds[type]?.one : kinds[type]?.several) ?? type}
                </Anchor>
                {due_by !== null && (
                  <Text size="sm" c="dimmed">
                    due {moment(due_by)}
                  </Text>
                )}
              </Group>
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}
