import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Given, internal, nullable } from '../../../kernel/base/fields.js';
import { oneOf, textOf } from '../../../kernel/base/kinds.js';
import { object, sparse } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { redisplay } from '../../payments/payment-methods/payment-method.js';
import { isEmbedded, isOfElements } from './checks.js';

/** Members of a session about where it is opened, and who may do what. */
export const further = {
  integration_identifier: about(
    'Your own name for the integration that created the session, of at most 200 characters.',
    nullable(textOf(200)),
  ),
  origin_context: about(
    'Where the payer comes from: in the view of a `mobile_app` links of the page open in that view, as it has no tabs; null for the `web`.',
    nullable(oneOf('mobile_app', 'web')),
  ),
  permissions: about(
    'Who changes what of the session; null where the page of the payer does.',
    nullable(
      object({
        update_shipping_details: about(
          'Whether the page of the payer (`client_only`, the default) or your server (`server_only`) says where the goods are sent.',
          nullable(oneOf('client_only', 'server_only')),
        ),
      }),
    ),
  ),
  wallet_options: about(
    'Settings of single wallets; null for the defaults.',
    nullable(
      object({
        link: about(
          'Settings of Link.',
          object({
            display: about('Whether the page offers Link where it can (`auto`, the default) or not.', nullable(oneOf('auto', 'never'))),
          }),
        ),
      }),
    ),
  ),
  /** What the payment method is created with, besides what the payer enters. */
  payment_method_data: internal(sparse({ allow_redisplay: about('Whether later pages may show the payment method.', redisplay) })),
} as const;

/** The same as callers say it. */
export const further_input = {
  integration_identifier: further.integration_identifier,
  origin_context: further.origin_context,
  permissions: further.permissions,
  wallet_options: further.wallet_options,
  payment_method_data: about(
    'What the payment method is created with, besides what the payer enters.',
    sparse({
      allow_redisplay: about(
        'Whether later pages may show the payment method to the customer; by default as the payer decides.',
        redisplay,
      ),
    }),
  ),
} as const;

type Sent = Given<typeof further_input> & { readonly ui_mode?: string | undefined };

/** Refuses permissions of a page that is not the merchant's own. */
export function requirePermissions(sent: Sent, asked: Asked): void {
  if (!sent.permissions?.update_shipping_details || isEmbedded(sent) || isOfElements(sent)) return;
  asked.refuse(own_pages);
}

const own_pages: Refusal = {
  code: 'parameter_invalid',
  param: 'permissions[update_shipping_details]',
  message:
    'Only the page of a session with ui_mode=elements or embedded_page leaves the shipping details to your server. Leave permissions out.',
};

/** The types that the wallets of a session leave out. */
export const leftOut = ({ wallet_options: wallets }: Sent): readonly 'link'[] => (wallets?.link?.display === 'never' ? ['link'] : []);

type Permitting = { readonly permissions?: { readonly update_shipping_details?: string | null } | null | undefined };

/** Whether the merchant's server alone says where goods are sent. */
export const isSentByServer = ({ permissions }: Permitting): boolean => permissions?.update_shipping_details === 'server_only';
