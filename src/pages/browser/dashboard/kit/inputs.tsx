import { Button, Checkbox, FileInput, Group, NativeSelect, Paper, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { read } from '../api.js';
import { say } from '../say.js';
import { type Head, useEntry } from './description.js';
import { type Entered, type Field, initialValues, optionsOf, shownOf, textOf, type Values } from './fields.js';
import { askedFor, pageOf } from './listing.js';

type Filling = {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly change: (values: Values) => void;
  /** The problem of a field, if it has one that the person should see. */
  readonly problem: (field: Field) => string | null;
};

/** The inputs of a form, for the values it has. */
export const Inputs = ({ fields, values, change, problem }: Filling): ReactNode =>
  shownOf(fields, values).map((field, at) => (
    <Input
      key={field.name}
      field={field}
      values={values}
      error={problem(field)}
      change={(value) => change({ ...values, [field.name]: value })}
      is_first={at === 0}
    />
  ));

type OfInput = {
  readonly field: Field;
  readonly values: Values;
  readonly error: string | null;
  readonly change: (value: Entered) => void;
  readonly is_first: boolean;
};

function Input({ field, values, error, change, is_first }: OfInput): ReactNode {
  const value = values[field.name];
  const typed = textOf(values, field.name);
  const shared = {
    label: say(field.label),
    description: field.hint && say(field.hint),
    error,
    withAsterisk: field.is_required ?? false,
    'data-autofocus': is_first || undefined,
  };
  const edit = { ...shared, value: typed, onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value) };
  switch (field.kind) {
    case 'text':
      return <TextInput {...edit} />;
    case 'number':
      return <TextInput {...edit} inputMode="decimal" />;
    case 'amount':
      return (
        <TextInput
          {...edit}
          label={say('{field} in {currency}', {
            field: say(field.label),
            currency: field.currency(values).toUpperCase() || say('the currency'),
          })}
          inputMode="decimal"
        />
      );
    case 'long':
      return <Textarea {...edit} autosize minRows={3} maxRows={10} />;
    case 'time':
      return <TextInput {...edit} type="datetime-local" />;
    case 'choice':
      return <NativeSelect {...edit} data={optionsOf(field.choices)} />;
    case 'flag':
      return (
        <Checkbox
          label={say(field.label)}
          description={field.hint && say(field.hint)}
          error={error}
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    case 'tags':
      return <TagsInput {...shared} value={[...(value as readonly string[])]} onChange={change} data={[...(field.suggested ?? [])]} />;
    case 'pairs':
      return (
        <TagsInput
          {...shared}
          placeholder="name=value"
          value={[...(value as readonly string[])]}
          onChange={change}
          clearable
          splitChars={[]}
        />
      );
    case 'file':
      return <FileInput {...shared} value={value instanceof File ? value : null} onChange={change} clearable />;
    case 'object':
      return <ObjectInput field={field} shared={shared} value={typed} change={change} />;
    case 'rows':
      return <RowsInput field={field} rows={value as readonly Values[]} change={change} error={error} />;
  }
}

type OfObject = {
  readonly field: Field & { kind: 'object' };
  readonly shared: object;
  readonly value: string;
  readonly change: (value: string) => void;
};

type Option = { readonly value: string; readonly label: string };

/** The newest objects of a kind, or those that a text finds. */
const useOptions = ({ of, parameters }: OfObject['field'], query: string) => {
  const entry = useEntry(of);
  return useQuery({
    queryKey: ['choice', of, parameters, query],
    queryFn: async (): Promise<readonly Option[]> => {
      const description = await entry.load();
      const { request, items } = askedFor(description, { query: description.search ? query : '' });
      const { rows } = await pageOf(
        { request: { ...request, parameters: { ...request.parameters, ...(!query && parameters) } }, items },
        '',
      );
      return rows.map((row) => ({ value: row.id, label: description.title(row) }));
    },
    placeholderData: (before) => before,
  });
};

/** The chosen object, which need not be among the newest; an unknown id is shown as it is. */
const useChosen = ({ of }: OfObject['field'], id: string) => {
  const entry = useEntry(of);
  return useQuery({
    queryKey: ['chosen', of, id],
    enabled: id !== '',
    queryFn: async (): Promise<Option> => {
      const { path, expand = [], title } = await entry.load();
      return { value: id, label: title(await read<Head>(`${path}/${encodeURIComponent(id)}`, { expand })) };
    },
  });
};

/** Chooses an object by search, among the newest, or by its id. */
function ObjectInput({ field, shared, value, change }: OfObject): ReactNode {
  const [typed, setTyped] = useState('');
  const { data: chosen } = useChosen(field, value);
  const is_chosen = typed === value || typed === chosen?.label;
  const [query] = useDebouncedValue(is_chosen ? '' : typed, 200);
  const { data: found = [], isFetching } = useOptions(field, query);
  const given = /^\w+_\w+$/.test(typed) && typed !== value ? [{ value: typed, label: typed }] : [];
  const current = value ? [chosen ?? { value, label: value }] : [];
  const options = [...current, ...found, ...given];
  return (
    <Select
      {...shared}
      searchable
      clearable
      openOnFocus={false}
      value={value || null}
      onChange={(next) => change(next ?? '')}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      data={options.filter((each, at) => options.findIndex((other) => other.value === each.value) === at)}
      nothingFoundMessage={isFetching ? say('Loading') : say('Nothing found. Enter an id.')}
      placeholder={say('Search or enter an id')}
    />
  );
}

type OfRows = {
  readonly field: Field & { kind: 'rows' };
  readonly rows: readonly Values[];
  readonly change: (rows: readonly Values[]) => void;
  readonly error: string | null;
};

function RowsInput({ field, rows, change, error }: OfRows): ReactNode {
  return (
    <Stack gap="xs" role="group" aria-label={say(field.label)}>
      {rows.map((row, at) => (
        <Paper key={at} withBorder p="sm">
          <Stack gap="xs">
            <Inputs
              fields={field.fields}
              values={row}
              change={(next) => change(rows.with(at, next))}
              problem={() => (at === rows.length - 1 ? error : null)}
            />
            {rows.length > 1 && (
              <Button size="compact-sm" variant="subtle" color="red" onClick={() => change(rows.toSpliced(at, 1))}>
                {say('Remove')}
              </Button>
            )}
          </Stack>
        </Paper>
      ))}
      <Group>
        <Button size="compact-sm" variant="default" onClick={() => change([...rows, initialValues(field.fields)])}>
          {field.add}
        </Button>
      </Group>
    </Stack>
  );
}
