import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Payment } from '../objects.js';
import { Fact } from '../parts.js';
import { say, words } from '../say.js';
import { chargeOf } from './charge.js';

/** What the processor and the payer's bank have reported about the payer. */
export function Risk({ item: payment }: { item: Payment }): ReactNode {
  const charge = chargeOf(payment);
  const card = charge?.payment_method_details?.card;
  const { risk_level, risk_score, network_status, seller_message } = charge?.outcome ?? {};
  const checks = Object.entries(card?.checks ?? {}).flatMap(([name, result]) => (result ? [{ name, result }] : []));
  const authenticated = card?.three_d_secure;
  return (
    <Stack gap="sm">
      <Fact term={say('Risk level')}>
        {words(risk_level ?? 'not_assessed')}
        {typeof risk_score === 'number' && ` (${say('{part} of {whole}', { part: risk_score, whole: 100 })})`}
      </Fact>
      {network_status && <Fact term={say('Network')}>{words(network_status)}</Fact>}
      {seller_message && <Fact term={say('Outcome')}>{seller_message}</Fact>}
      {card && <Fact term={say('3D Secure')}>{authenticated ? words(authenticated.result ?? 'attempted') : say('Not requested')}</Fact>}
      {card?.country && <Fact term={say('Card country')}>{card.country}</Fact>}
      {card?.funding && <Fact term={say('Funding')}>{words(card.funding)}</Fact>}
      {card?.exp_month && (
        <Fact term={say('Expires')}>
          {String(card.exp_month).padStart(2, '0')}/{card.exp_year}
        </Fact>
      )}
      {checks.map(({ name, result }) => (
        <Fact key={name} term={words(name)}>
          {words(result)}
        </Fact>
      ))}
    </Stack>
  );
}
