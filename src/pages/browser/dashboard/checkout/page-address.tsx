import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { encode } from 'uqr';
import { Copied } from '../parts.js';
import { say } from '../say.js';

/** The address of a payer's page: to copy, to open, and as a QR code. */
export function PageAddress({ item: { url } }: { item: { readonly url: string | null } }): ReactNode {
  if (!url) return <Text size="sm">{say('The page is no longer open.')}</Text>;
  return (
    <Group align="start" wrap="nowrap">
      <QrCode of={url} />
      <Stack gap="xs" miw={0}>
        <Copied value={url} label={say('the address')} />
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
          {say('Open the page')}
        </Anchor>
      </Stack>
    </Group>
  );
}

function QrCode({ of }: { of: string }): ReactNode {
  const { data, size } = encode(of, { border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((is_dark, x) => (is_dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={148}
      role="img"
      aria-label={say('QR code of the address')}
      shapeRendering="crispEdges"
      style={{ flexShrink: 0 }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
