import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Reference } from '../kit/members.js';
import type { Dispute } from '../objects.js';
import { Fact } from '../parts.js';
import { type Text as Label, say } from '../say.js';

type Labels = readonly (readonly [string, Label])[];

/** The texts of evidence, by the API's names. */
export const texts = [
  ['product_description', 'Product or service'],
  ['customer_name', "Customer's name"],
  ['customer_email_address', "Customer's e-mail"],
  ['customer_purchase_ip', "Customer's IP address"],
  ['billing_address', 'Billing address'],
  ['service_date', 'Date of the service'],
  ['shipping_carrier', 'Carrier'],
  ['shipping_tracking_number', 'Tracking number'],
  ['shipping_date', 'Date of shipping'],
  ['shipping_address', 'Shipping address'],
] as const satisfies Labels;

/** The texts of several lines. */
export const long_texts = [
  ['refund_policy_disclosure', 'How the refund policy was shown'],
  ['refund_refusal_explanation', 'Why no refund is due'],
  ['cancellation_rebuttal', 'Why the subscription was not canceled'],
  ['duplicate_charge_explanation', 'Why it is no duplicate'],
  ['access_activity_log', 'Activity of the customer'],
  ['uncategorized_text', 'Anything else'],
] as const satisfies Labels;

/** The files of evidence. */
export const files = [
  ['receipt', 'Receipt'],
  ['customer_communication', 'Messages with the customer'],
  ['shipping_documentation', 'Proof of shipping'],
  ['service_documentation', 'Proof of service'],
  ['refund_policy', 'Refund policy'],
  ['cancellation_policy', 'Cancellation policy'],
  ['customer_signature', "Customer's signature"],
  ['duplicate_charge_documentation', 'Proof that it is no duplicate'],
  ['uncategorized_file', 'Another file'],
] as const satisfies Labels;

const labels: ReadonlyMap<string, Label> = new Map<string, Label>([...texts, ...long_texts, ...files]);

/** The evidence that was saved or submitted. */
export function Evidence({ item: { evidence } }: { item: Dispute }): ReactNode {
  const given = Object.entries(evidence).flatMap(([name, value]) => {
    const label = labels.get(name);
    return typeof value === 'string' && value && label ? [{ name, label, value }] : [];
  });
  if (given.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {say('No evidence was saved.')}
      </Text>
    );
  return (
    <Stack gap="sm">
      {given.map(({ name, label, value }) => (
        <Fact key={name} term={say(label)}>
          {value.startsWith('file_') ? <Reference of={value} /> : value}
        </Fact>
      ))}
    </Stack>
  );
}
