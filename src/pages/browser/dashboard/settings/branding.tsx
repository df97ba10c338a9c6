import { Button, ColorInput, FileInput, Grid, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { download, send, upload } from '../api.js';
import { Failure, Section } from '../parts.js';
import { say } from '../say.js';
import type { Account } from './account.js';
import { CheckoutPreview, InvoicePreview, MailPreview } from './previews.js';

type Colors = { readonly primary_color: string; readonly secondary_color: string };

/** The address of a picture in this tab: of a chosen file, or of the stored one. */
function usePicture(chosen: File | null, stored: string | null): string | null {
  const { data } = useQuery({
    queryKey: ['picture', stored],
    enabled: stored !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => dataUrl(await download(`files/${stored}/contents`)),
  });
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => {
    if (chosen === null) setOwn(null);
    else void dataUrl(chosen).then(setOwn);
  }, [chosen]);
  return own ?? data ?? null;
}

/** The policy of the page admits pictures as data, and no other addresses. */
const dataUrl = (content: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The picture cannot be read.'));
    reader.readAsDataURL(content);
  });

/** Logo and colors, with a preview of what payers and customers will see before it is saved. */
export function Branding({ account }: { account: Account }): ReactNode {
  const { branding } = account.settings;
  const [colors, setColors] = useState<Colors>({
    primary_color: branding.primary_color ?? '',
    secondary_color: branding.secondary_color ?? '',
  });
  const [logo, setLogo] = useState<File | null>(null);
  const queries = useQueryClient();
  const picture = usePicture(logo, branding.logo);
  const saved = useMutation({
    mutationFn: async () => {
      const file = logo && { logo: await upload(logo, 'business_logo') };
      return send(`accounts/${account.id}`, { settings: { branding: { ...colors, ...file } } });
    },
    onSuccess: () => {
      setLogo(null);
      return queries.invalidateQueries({ queryKey: ['account'] });
    },
  });
  const look = { name: account.business_profile.name ?? say('the shop'), color: colors.primary_color || '#0b7a5c', picture };
  return (
    <Section title={say('Branding')}>
      <Grid>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              saved.mutate();
            }}
          >
            <Stack>
              <Choices colors={colors} setColors={setColors} logo={logo} setLogo={setLogo} />
              <Failure error={saved.error} />
              <Group>
                <Button type="submit" loading={saved.isPending}>
                  {say('Save branding')}
                </Button>
                {saved.isSuccess && (
                  <Text size="sm" role="status">
                    {say('The branding was saved.')}
                  </Text>
                )}
              </Group>
            </Stack>
          </form>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Group align="stretch" gap="sm" role="group" aria-label={say('Preview')}>
            <CheckoutPreview {...look} />
            <InvoicePreview {...look} />
            <MailPreview {...look} />
          </Group>
        </Grid.Col>
      </Grid>
    </Section>
  );
}

type Choosing = {
  readonly colors: Colors;
  readonly setColors: (colors: Colors) => void;
  readonly logo: File | null;
  readonly setLogo: (logo: File | null) => void;
};

const Choices = ({ colors, setColors, logo, setLogo }: Choosing): ReactNode => (
  <>
    <FileInput
      label={say('Logo')}
      description={say('PNG, JPEG or GIF, at most 512 kB')}
      accept="image/png,image/jpeg,image/gif"
      value={logo}
      onChange={setLogo}
      clearable
    />
    <ColorInput
      label={say('Primary color')}
      description={say('Buttons, links and marks')}
      value={colors.primary_color}
      onChange={(primary_color) => setColors({ ...colors, primary_color })}
      withEyeDropper={false}
    />
    <ColorInput
      label={say('Secondary color')}
      value={colors.secondary_color}
      onChange={(secondary_color) => setColors({ ...colors, secondary_color })}
      withEyeDropper={false}
    />
  </>
);
