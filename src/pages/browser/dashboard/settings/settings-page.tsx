import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../api.js';
import { ActionButtons, post } from '../kit/action.js';
import type { Action } from '../kit/description.js';
import { constants, type Field } from '../kit/fields.js';
import { Fact, Failure, Loading, Section } from '../parts.js';
import { say, sayCount, type Text, words } from '../say.js';
import type { Account } from './account.js';
import { Branding } from './branding.js';
import { Taxes } from './taxes.js';

/** A section of the settings: what it shows, and the form that changes it. */
type Part = {
  readonly title: Text;
  /** The label of its form. */
  readonly edit: Text;
  facts(account: Account): readonly (readonly [Text, ReactNode])[];
  fields(account: Account): readonly Field[];
};

const parts: readonly Part[] = [
  {
    title: 'Business',
    edit: 'Edit business',
    facts: ({ business_profile: it, country, id }) => [
      ['Account', id],
      ['Name', it.name],
      ['Support e-mail', it.support_email],
      ['Support phone', it.support_phone],
      ['Support page', it.support_url],
      ['Website', it.url],
      ['Country', country],
    ],
    fields: ({ business_profile: it }) => [
      { name: 'business_profile[name]', label: 'Name', kind: 'text', initial: it.name, hint: 'Payers see it on pages, invoices and mail.' },
      { name: 'business_profile[support_email]', label: 'Support e-mail', kind: 'text', initial: it.support_email },
      { name: 'business_profile[support_phone]', label: 'Support phone', kind: 'text', initial: it.support_phone },
      { name: 'business_profile[support_url]', label: 'Support page', kind: 'text', initial: it.support_url },
      { name: 'business_profile[url]', label: 'Website', kind: 'text', initial: it.url },
    ],
  },
  {
    title: 'Invoices',
    edit: 'Edit invoices',
    facts: ({ settings: { invoices: it } }) => [
      ['Numbers', it.numbering === 'account' ? say('One sequence, {prefix}', { prefix: it.prefix }) : say('A sequence for each customer')],
      ['Days until due', it.days_until_due],
      ['Days between attempts', it.retry_days.join(', ')],
      ['Tax is rounded', it.tax_rounding === 'line' ? say('On each line') : say('Once for each rate')],
    ],
    fields: ({ settings: { invoices: it } }) => [
      {
        name: 'settings[invoices][numbering]',
        label: 'Numbers',
        kind: 'choice',
        choices: constants(['customer', 'account']),
        initial: it.numbering,
      },
      { name: 'settings[invoices][prefix]', label: 'Prefix', kind: 'text', initial: it.prefix },
      { name: 'settings[invoices][days_until_due]', label: 'Days until due', kind: 'number', initial: String(it.days_until_due) },
      {
        ...{ name: 'settings[invoices][retry_days]', label: 'Days between attempts', kind: 'tags' },
        initial: it.retry_days.map(String),
        hint: 'When a declined invoice is collected again',
      },
      {
        name: 'settings[invoices][tax_rounding]',
        label: 'Tax rounding',
        kind: 'choice',
        choices: constants(['line', 'invoice']),
        initial: it.tax_rounding,
      },
    ],
  },
  {
    title: 'Subscriptions',
    edit: 'Edit subscriptions',
    facts: ({ settings: { subscriptions: it } }) => [
      ['After the last attempt', words(it.after_last_retry)],
      ['Reminder before renewals', sayCount('{count} days', it.upcoming_days)],
    ],
    fields: ({ settings: { subscriptions: it } }) => [
      {
        ...{ name: 'settings[subscriptions][after_last_retry]', label: 'After the last attempt', kind: 'choice' },
        choices: constants(['canceled', 'unpaid', 'past_due']),
        initial: it.after_last_retry,
      },
      {
        ...{ name: 'settings[subscriptions][upcoming_days]', label: 'Days between reminder and renewal', kind: 'number' },
        initial: String(it.upcoming_days),
      },
    ],
  },
  {
    title: 'Payouts',
    edit: 'Edit payouts',
    facts: ({ settings: { payouts: it } }) => [
      ['Schedule', words(it.schedule.interval)],
      ['Delay', sayCount('{count} days', it.schedule.delay_days)],
      ['Statement descriptor', it.statement_descriptor],
    ],
    fields: ({ settings: { payouts: it } }) => [
      {
        ...{ name: 'settings[payouts][schedule][interval]', label: 'Schedule', kind: 'choice' },
        choices: constants(['manual', 'daily', 'weekly', 'monthly']),
        initial: it.schedule.interval,
      },
      {
        ...{ name: 'settings[payouts][schedule][weekly_anchor]', label: 'Day of the week', kind: 'choice' },
        choices: constants(['monday', 'tuesday', 'wednesday', 'thursday', 'friday']),
        initial: it.schedule.weekly_anchor ?? 'monday',
        when: (values) => values['settings[payouts][schedule][interval]'] === 'weekly',
      },
      {
        ...{ name: 'settings[payouts][schedule][monthly_anchor]', label: 'Day of the month', kind: 'number' },
        initial: String(it.schedule.monthly_anchor ?? 1),
        when: (values) => values['settings[payouts][schedule][interval]'] === 'monthly',
      },
      { name: 'settings[payouts][statement_descriptor]', label: 'Statement descriptor', kind: 'text', initial: it.statement_descriptor },
    ],
  },
  {
    title: 'Payment methods',
    edit: 'Edit payment methods',
    facts: ({ settings: { payments: it } }) => [
      ['Not offered', it.disabled_payment_method_types.map(words).join(', ') || say('All that the currency and country allow are offered')],
    ],
    fields: ({ settings: { payments: it } }) => [
      {
        ...{ name: 'settings[payments][disabled_payment_method_types]', label: 'Not offered to payers', kind: 'tags' },
        initial: it.disabled_payment_method_types,
        suggested: ['card', 'klarna', 'ideal', 'bancontact', 'sepa_debit', 'us_bank_account', 'link', 'paypal', 'alipay', 'wechat_pay'],
      },
    ],
  },
];

const editOf = ({ fields, edit }: Part): Action<Account> => ({
  label: edit,
  fields,
  request: ({ id }, parameters) => post(`accounts/${id}`, parameters),
});

/** The settings of the account, each section with the form that changes it. */
export default function SettingsPage(): ReactNode {
  const { data: account, error } = useQuery({ queryKey: ['account'], queryFn: () => read<Account>('account') });
  if (!account) return error ? <Failure error={error} /> : <Loading />;
  return (
    <Stack>
      <Title order={1} size="h2">
        {say('Settings')}
      </Title>
      <Branding account={account} />
      {parts.map((part) => (
        <Section key={part.title} title={say(part.title)} aside={<ActionButtons item={account} actions={[editOf(part)]} />}>
          <Stack gap="xs">
            {part.facts(account).map(([term, value]) => (
              <Fact key={term} term={say(term)}>
                {value ?? '–'}
              </Fact>
            ))}
          </Stack>
        </Section>
      ))}
      <Taxes />
    </Stack>
  );
}
