import { Box, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { say } from '../say.js';

type Look = { readonly name: string; readonly color: string; readonly picture: string | null };

/** Text on a color: white where it can be read, as on the pages themselves, and black elsewhere. */
function textOn(color: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5 ? '#fff' : '#000';
}

const paper = { background: '#fff', color: '#1a1a1a', border: '1px solid #ccc', borderRadius: 8, padding: 16, flex: '1 1 190px' } as const;

const Head = ({ name, picture }: Look): ReactNode =>
  picture ? (
    <img src={picture} alt={name} style={{ maxHeight: 36, maxWidth: 140 }} />
  ) : (
    <Text fw={700} c="#1a1a1a">
      {name}
    </Text>
  );

const Action = ({ color, children }: { color: string; children: string }): ReactNode => (
  <Box style={{ background: color, color: textOn(color), borderRadius: 6, padding: '8px 12px', textAlign: 'center', fontWeight: 600 }}>
    {children}
  </Box>
);

const Preview = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <Box component="figure" m={0} style={paper} aria-label={title}>
    <Stack gap="xs">
      <Text component="figcaption" size="xs" c="#555">
        {title}
      </Text>
      {children}
    </Stack>
  </Box>
);

/** The checkout page with a look. */
export const CheckoutPreview = (look: Look): ReactNode => (
  <Preview title={say('Checkout')}>
    <Head {...look} />
    <Text size="xl" fw={700} c="#1a1a1a">
      $24.00
    </Text>
    <Box style={{ border: '1px solid #bbb', borderRadius: 6, padding: 8, color: '#555' }}>4242 4242 4242 4242</Box>
    <Action color={look.color}>{say('Pay $24.00')}</Action>
  </Preview>
);

/** An invoice with a look. */
export const InvoicePreview = (look: Look): ReactNode => (
  <Preview title={say('Invoice')}>
    <Box style={{ height: 6, background: look.color, borderRadius: 3 }} />
    <Head {...look} />
    <Text size="sm" c="#1a1a1a">
      {say('Invoice INV-0001')}
    </Text>
    <Text size="sm" c="#1a1a1a">
      {say('Gold plan · $24.00')}
    </Text>
    <Text size="sm" fw={700} c="#1a1a1a">
      {say('Amount due $24.00')}
    </Text>
  </Preview>
);

/** A receipt by mail with a look. */
export const MailPreview = (look: Look): ReactNode => (
  <Preview title={say('Mail')}>
    <Head {...look} />
    <Text size="sm" c="#1a1a1a">
      {say('Your receipt from {shop}', { shop: look.name })}
    </Text>
    <Text size="sm" c="#1a1a1a">
      {say('You paid $24.00.')}
    </Text>
    <Action color={look.color}>{say('View receipt')}</Action>
  </Preview>
);
