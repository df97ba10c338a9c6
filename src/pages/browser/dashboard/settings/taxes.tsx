import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Parameters, read } from '../api.js';
import { ActionButtons, post } from '../kit/action.js';
import type { Action } from '../kit/description.js';
import { constants } from '../kit/fields.js';
import { Fact, Section } from '../parts.js';
import { say, words } from '../say.js';

type Settings = {
  readonly defaults: { readonly tax_behavior: string | null; readonly tax_code: string | null };
  readonly head_office: { readonly address: Readonly<Record<'city' | 'country' | 'postal_code' | 'state', string | null>> } | null;
  readonly rates: { readonly date: string };
  readonly status: string;
};

type Options = { readonly type: string; readonly state?: string; readonly province_standard?: { readonly province: string } };

type Registration = {
  readonly id: string;
  readonly country: string;
  readonly country_options: Readonly<Record<string, Options>>;
  readonly status: string;
};

const edit: Action<Settings> = {
  label: 'Edit taxes',
  fields: ({ head_office, defaults }) => [
    {
      ...{ name: 'head_office[address][country]', label: 'Country', kind: 'text', is_required: true },
      initial: head_office?.address.country ?? '',
      hint: 'Two letters, such as DE',
    },
    { name: 'head_office[address][state]', label: 'State', kind: 'text', initial: head_office?.address.state ?? '' },
    { name: 'head_office[address][postal_code]', label: 'Postal code', kind: 'text', initial: head_office?.address.postal_code ?? '' },
    { name: 'head_office[address][city]', label: 'City', kind: 'text', initial: head_office?.address.city ?? '' },
    {
      ...{
        name: 'defaults[tax_behavior]',
        label: 'Tax',
        kind: 'choice',
        choices: constants(['exclusive', 'inclusive', 'inferred_by_currency']),
      },
      initial: defaults.tax_behavior ?? 'exclusive',
    },
    { name: 'defaults[tax_code]', label: 'Tax code', kind: 'text', initial: defaults.tax_code ?? '' },
  ],
  request: (_, parameters) => post('tax/settings', parameters),
};

const types = ['standard', 'oss_union', 'oss_non_union', 'ioss', 'simplified', 'province_standard', 'state_sales_tax'] as const;

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The parameters of a registration: its options are under the code of its country. */
function registrationOf({ country, state, type }: Parameters): Parameters {
  const options = {
    type,
    ...(type === 'state_sales_tax' && { state }),
    ...(type === 'province_standard' && { province_standard: { province: state } }),
  };
  return { active_from: 'now', country, country_options: { [textIn(country).toLowerCase()]: options } };
}

const add: Action<Settings> = {
  label: 'Add a registration',
  fields: () => [
    { name: 'country', label: 'Country', kind: 'text', is_required: true, hint: 'Two letters, such as DE' },
    { name: 'type', label: 'Type', kind: 'choice', choices: constants(types), initial: 'standard' },
    {
      ...{ name: 'state', label: 'State', kind: 'text', is_required: true },
      when: ({ type }) => type === 'state_sales_tax' || type === 'province_standard',
    },
  ],
  request: (_, parameters) => post('tax/registrations', registrationOf(parameters)),
};

/** The settings and registrations by which taxes are calculated. */
export function Taxes(): ReactNode {
  const { data: settings } = useQuery({ queryKey: ['tax/settings'], queryFn: () => read<Settings>('tax/settings') });
  const { data: registered } = useQuery({
    queryKey: ['tax/registrations'],
    queryFn: () => read<{ readonly data: readonly Registration[] }>('tax/registrations', { limit: '100' }),
  });
  if (!settings || !registered) return null;
  const place = settings.head_office?.address;
  return (
    <Section title={say('Taxes')} aside={<ActionButtons item={settings} actions={[edit, add]} />}>
      <Stack gap="xs">
        <Fact term={say('Status')}>{words(settings.status)}</Fact>
        <Fact term={say('Head office')}>{place ? [place.city, place.state, place.country].filter(Boolean).join(', ') : '–'}</Fact>
        <Fact term={say('Tax rates of')}>{settings.rates.date}</Fact>
        {registered.data.map(({ id, country, country_options, status }) => {
          const options = country_options[country.toLowerCase()];
          const state = options?.state ?? options?.province_standard?.province;
          return (
            <Fact key={id} term={[country, state].filter(Boolean).join(', ')}>
              {[words(options?.type ?? ''), words(status)].join(', ')}
            </Fact>
          );
        })}
        {registered.data.length === 0 && (
          <Text size="sm" c="dimmed">
            {say('Without a registration no automatic taxes are charged.')}
          </Text>
        )}
      </Stack>
    </Section>
  );
}
