import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { money } from '../format.js';
import { type Text as Label, locale, say } from '../say.js';
import type { Summary } from './summary.js';

type Card = {
  readonly label: Label;
  readonly value: string;
  readonly now: number | null;
  readonly before: number | null;
  readonly is_better_when: 'more' | 'less';
};

const percent = (share: number): string => new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(share);

/** The change against the earlier interval: null without a value to compare with. */
const changeOf = ({ now, before }: Card): number | null => (now === null || before === null || before === 0 ? null : now / before - 1);

function cardsOf({ current, previous, currency }: Summary): Card[] {
  const amount = (label: Label, now: number, before: number, is_better_when: Card['is_better_when'] = 'more'): Card => ({
    ...{ label, now, before, is_better_when },
    value: money(now, currency),
  });
  const number = (label: Label, now: number, before: number): Card => ({
    ...{ label, now, before, is_better_when: 'more' },
    value: now.toLocaleString(locale()),
  });
  return [
    amount('Gross volume', current.gross_volume, previous.gross_volume),
    amount('Net volume', current.net_volume, previous.net_volume),
    number('Payments', current.payments, previous.payments),
    {
      ...{ label: 'Success rate', now: current.success_rate, before: previous.success_rate, is_better_when: 'more' },
      value: current.success_rate === null ? '–' : percent(current.success_rate),
    },
    amount('Refunds', current.refunds.amount, previous.refunds.amount, 'less'),
    amount('Disputes', current.disputes.amount, previous.disputes.amount, 'less'),
    number('New customers', current.new_customers, previous.new_customers),
    amount('Monthly recurring revenue', current.recurring_revenue, previous.recurring_revenue),
  ];
}

/** A long word is divided where its language divides it. */
const breaking = { hyphens: 'auto', overflowWrap: 'anywhere' } as const;

/** The change of a figure against the earlier period. */
const Change = ({ change, is_better }: { change: number | null; is_better: boolean }): ReactNode => (
  <Text
    size="sm"
    c={
      change === null || change === 0
        ? 'dimmed'
        : is_better
          ? 'light-dark(var(--mantine-color-teal-9), var(--mantine-color-teal-3))'
          : 'light-dark(var(--mantine-color-red-9), var(--mantine-color-red-3))'
    }
  >
    {change === null
      ? say('Nothing to compare with')
      : say('{change} against the period before', { change: `${change >= 0 ? '+' : '−'}${percent(Math.abs(change))}` })}
  </Text>
);

/** The figures of the interval, each with its change. The first period of a new account has no earlier period to compare with. */
export function FigureCards({ of }: { of: Summary }): ReactNode {
  const cards = cardsOf(of);
  const is_compared = cards.some((card) => changeOf(card) !== null);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      {cards.map((card) => {
        const change = changeOf(card);
        const is_better = change !== null && (card.is_better_when === 'more' ? change >= 0 : change <= 0);
        return (
          <Paper key={card.label} withBorder p="sm" role="group" aria-label={say(card.label)}>
            <Text size="sm" c="dimmed" style={breaking}>
              {say(card.label)}
            </Text>
            <Text fz={{ base: 'lg', sm: 'xl' }} fw={600} style={breaking}>
              {card.value}
            </Text>
            {is_compared && <Change change={change} is_better={is_better} />}
          </Paper>
        );
      })}
    </SimpleGrid>
  );
}
