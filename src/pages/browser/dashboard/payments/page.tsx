import { Anchor, Button, Code, Grid, Group, Paper, Stack, Text, Timeline, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type Listed, read, send } from '../api.js';
import { methodName, moment, money, words } from '../format.js';
import type { Charge, Dispute, Payment, Refund } from '../objects.js';
import { Copied, Fact, Failure, Loading, Status } from '../parts.js';
import { AmountDialog } from './amount-dialog.js';
import { entriesOf } from './timeline.js';

/** A payment with everything that belongs to it. */
type Whole = {
  readonly payment: Payment;
  readonly charges: readonly Charge[];
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
};

async function wholeOf(id: string): Promise<Whole> {
  const of = { payment_intent: id, limit: 100 };
  const [payment, charges, refunds, disputes] = await Promise.all([
    read<Payment>(`payment_intents/${encodeURIComponent(id)}`, { expand: ['customer', 'payment_method', 'latest_charge'] }),
    read<Listed<Charge>>('charges', { ...of, expand: ['data.balance_transaction'] }),
    read<Listed<Refund>>('refunds', of),
    read<Listed<Dispute>>('disputes', of),
  ]);
  return { payment, charges: charges.data, refunds: refunds.data, disputes: disputes.data };
}

/** Statuses in which a payment can be canceled (seed, payment_intents.cancel). */
const cancelable = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture', 'processing'];

/** One payment on one page: its money, its timeline, and its actions. */
export default function PaymentPage({ id }: { id: string }): ReactNode {
  const { data, error } = useQuery({ queryKey: ['payment', id], queryFn: () => wholeOf(id) });
  if (error) return <Failure error={error} />;
  if (!data) return <Loading />;
  const { payment } = data;
  return (
    <Stack>
      <Anchor component={Link} href="/payments" size="sm">
        All payments
      </Anchor>
      <Group justify="space-between" align="start">
        <div>
          <Group>
            <Title order={1}>{money(payment.amount, payment.currency)}</Title>
            <Status of={payment.status} />
          </Group>
          <Copied value={payment.id} label="the payment's id" />
        </div>
        <Actions whole={data} />
      </Group>
      {payment.last_payment_error?.message && (
        <Text c="red" size="sm">
          {payment.last_payment_error.message}
        </Text>
      )}
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <History {...data} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack>
            <Money {...data} />
            <Details payment={payment} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** Capture, cancel and refund, as far as the payment allows them. */
function Actions({ whole: { payment } }: { whole: Whole }): ReactNode {
  const [dialog, open] = useState<'capture' | 'refund' | null>(null);
  const queries = useQueryClient();
  const done = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['payment', payment.id] });
    await queries.invalidateQueries({ queryKey: ['payments'] });
    open(null);
  };
  const path = `payment_intents/${payment.id}`;
  const cancel = useMutation({ mutationFn: () => send(`${path}/cancel`), onSuccess: done });
  const charge = payment.latest_charge;
  const refundable = payment.status === 'succeeded' && charge ? payment.amount_received - charge.amount_refunded : 0;
  return (
    <Stack gap="xs" align="end">
      <Group>
        {payment.status === 'requires_capture' && <Button onClick={() => open('capture')}>Capture</Button>}
        {refundable > 0 && (
          <Button variant="default" onClick={() => open('refund')}>
            Refund
          </Button>
        )}
        {cancelable.includes(payment.status) && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel payment
          </Button>
        )}
      </Group>
      <Failure error={cancel.error} />
      {dialog === 'refund' && (
        <AmountDialog
          title="Refund"
          action="Refund"
          hint="The customer receives it back by the same payment method."
          maximum={refundable}
          currency={payment.currency}
          close={() => open(null)}
          submit={(amount) => send('refunds', { payment_intent: payment.id, amount }).then(done)}
        />
      )}
      {dialog === 'capture' && (
        <AmountDialog
          title="Capture"
          action="Capture"
          hint="The rest of the authorized amount is released."
          maximum={payment.amount_capturable}
          currency={payment.currency}
          close={() => open(null)}
          submit={(amount) => send(`${path}/capture`, { amount_to_capture: amount }).then(done)}
        />
      )}
    </Stack>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <Paper withBorder p="md" component="section" aria-label={title}>
    <Stack gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  </Paper>
);

function History(whole: Whole): ReactNode {
  const entries = entriesOf(whole);
  return (
    <Section title="Timeline">
      <Timeline active={entries.length} bulletSize={14} lineWidth={2}>
        {entries.map(({ id, at, title, detail, color }) => (
          <Timeline.Item key={id} title={title} color={color}>
            {detail && <Text size="sm">{detail}</Text>}
            <Text size="xs" c="dimmed">
              {moment(at)} · {id.split(' ')[0]}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}

function Money({ payment, charges }: Whole): ReactNode {
  const { currency } = payment;
  const charge = charges.find(({ status }) => status === 'succeeded');
  const booked = charge && typeof charge.balance_transaction === 'object' ? charge.balance_transaction : null;
  return (
    <Section title="Money">
      <Fact term="Received">{money(payment.amount_received, currency)}</Fact>
      {payment.amount_capturable > 0 && <Fact term="Can be captured">{money(payment.amount_capturable, currency)}</Fact>}
      {charge && charge.amount_refunded > 0 && <Fact term="Refunded">{money(charge.amount_refunded, currency)}</Fact>}
      {booked && (
        <>
          <Fact term="Fee">{money(booked.fee, booked.currency)}</Fact>
          <Fact term="Net">{money(booked.net, booked.currency)}</Fact>
          <Fact term="Balance">
            {words(booked.status)}, available {moment(booked.available_on)}
          </Fact>
        </>
      )}
      {charge?.receipt_url && (
        <Fact term="Receipt">
          <Anchor href={charge.receipt_url} target="_blank" rel="noreferrer" size="sm">
            Open the receipt
          </Anchor>
        </Fact>
      )}
    </Section>
  );
}

const Details = ({ payment }: { payment: Payment }): ReactNode => (
  <Section title="Details">
    <Fact term="Created">{moment(payment.created)}</Fact>
    <Fact term="Payment method">{methodName(payment.payment_method)}</Fact>
    <Fact term="Customer">{payment.customer?.email ?? payment.customer?.name ?? payment.customer?.id ?? '–'}</Fact>
    <Fact term="Risk">{words(payment.latest_charge?.outcome?.risk_level ?? 'not assessed')}</Fact>
    <Fact term="Description">{payment.description ?? '–'}</Fact>
    {Object.entries(payment.metadata).map(([name, value]) => (
      <Fact key={name} term={name}>
        <Code>{value}</Code>
      </Fact>
    ))}
  </Section>
);
