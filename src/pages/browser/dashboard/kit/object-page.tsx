import { Anchor, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { read } from '../api.js';
import { Copied, Fact, Failure, Loading, Section, Status } from '../parts.js';
import { say } from '../say.js';
import { ActionButtons } from './action.js';
import type { AnyDescription, Head } from './description.js';
import { History } from './history.js';
import { RelatedList } from './related.js';

/** The page of one object: its facts, its actions, related objects, and its history. */
export function ObjectPage({ description, id }: { description: AnyDescription; id: string }): ReactNode {
  const { name, label, path, expand = [], sections = [], related = [], facts } = description;
  const { data, error } = useQuery({
    queryKey: ['object', name, id],
    queryFn: () => read<Head & { readonly deleted?: boolean }>(`${path}/${encodeURIComponent(id)}`, { expand }),
  });
  return (
    <Stack>
      <Anchor component={Link} href={`/${name}`} size="sm">
        {say(label)}
      </Anchor>
      <Failure error={error} />
      {!data && !error && <Loading />}
      {data?.deleted && <Text>{say('It was deleted.')}</Text>}
      {data && !data.deleted && (
        <>
          <Heading description={description} item={data} />
          <Grid>
            <Grid.Col span={{ base: 12, md: 5 }} order={{ base: 1, md: 2 }}>
              <Stack>
                <Section title={say('Details')}>
                  {facts.map((fact) => (
                    <Fact key={fact.label} term={say(fact.label)}>
                      {fact.show(data)}
                    </Fact>
                  ))}
                </Section>
                <Sections of={sections.filter(({ is_aside }) => is_aside)} item={data} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 7 }} order={{ base: 2, md: 1 }}>
              <Stack>
                <Sections of={sections.filter(({ is_aside }) => !is_aside)} item={data} />
                {related
                  .filter((each) => each.when?.(data) ?? true)
                  .map((each) => (
                    <RelatedList key={each.label ?? each.of} related={each} item={data} of={description.one} />
                  ))}
                {!description.is_silent && <History path={path} id={id} />}
              </Stack>
            </Grid.Col>
          </Grid>
        </>
      )}
    </Stack>
  );
}

const Sections = ({ of, item }: { of: NonNullable<AnyDescription['sections']>; item: Head }): ReactNode =>
  of.map(({ label, Show }) => (
    <Section key={label} title={say(label)}>
      <Show item={item} />
    </Section>
  ));

const Heading = ({ description, item }: { description: AnyDescription; item: Head }): ReactNode => (
  <Group justify="space-between" align="start">
    <div>
      <Group>
        <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
          {description.title(item)}
        </Title>
        {description.status && <Status of={description.status(item)} />}
      </Group>
      <Copied value={item.id} label={say('the id')} />
    </div>
    {description.actions && <ActionButtons item={item} actions={description.actions} />}
  </Group>
);
