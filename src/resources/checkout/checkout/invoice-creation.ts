import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Given, nullable, required } from '../../../kernel/base/fields.js';
import { flag, metadata, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { account } from '../../accounts/accounts/account.js';
import { type RenderingTemplate, renderingTemplate, requireTemplate } from '../../billing/rendering-templates/template.js';
import { requireOfAccount, taxId } from '../../customers/tax-ids/tax-id.js';
import { amount_tax_display, custom_fields } from '../../parts.js';

const issuer = nullable(
  sparse({
    account: about('The connected account that issues the invoice; required with `type=account`.', ref('account')),
    type: about('`self` for your own account, or `account` for a connected one.', required(oneOf('self', 'account'))),
  }),
);

const invoice_data = object({
  account_tax_ids: about(
    'The tax ids of your account on the invoice; null for the default ones of the account.',
    nullable(listOf(ref('tax_id'))),
  ),
  custom_fields,
  description: about('The memo that the page and the PDF of the invoice show, up to 1,500 characters.', nullable(textOf(1500))),
  footer: about("The text at the end of the PDF; null for the footer of the customer's invoice settings.", nullable(text)),
  issuer: about('The account whose name and address the invoice shows; null for your own.', issuer),
  metadata,
  rendering_options: about(
    'How the PDF shows the invoice; null for the settings of the customer.',
    nullable(
      object({
        amount_tax_display,
        template: about('The template of the invoice; null without one.', nullable(ref('invoice_rendering_template'))),
      }),
    ),
  ),
});

/** Whether a payment of a session or of a link gets an invoice. */
export const invoice_creation = about(
  'Whether a payment creates a paid invoice of its line items, and what that says; null for no invoice. Only in the mode `payment`.',
  nullable(
    object({
      enabled: about('Whether an invoice is created once the payment has succeeded; a new payer then becomes a customer.', required(flag)),
      invoice_data: about('What the invoice says besides its lines.', invoice_data),
    }),
  ),
);

const at = 'invoice_creation[invoice_data]';

/** What is read for it. */
export const invoiced_reads = {
  own_tax_ids: one(taxId, 'invoice_creation.invoice_data.account_tax_ids'),
  issuer: one(account, 'invoice_creation.invoice_data.issuer.account'),
  template: one(renderingTemplate, 'invoice_creation.invoice_data.rendering_options.template'),
} as const;

type Seen = {
  readonly own_tax_ids: { readonly all: readonly It<typeof taxId>[] } | null;
  readonly template: RenderingTemplate | null;
};

type Sent = {
  readonly invoice_creation?: Given<{ it: typeof invoice_creation }>['it'];
  readonly payment_intent_data?: { readonly capture_method?: unknown } | null | undefined;
  readonly payment_method_options?: Readonly<Record<string, { readonly capture_method?: unknown } | null | undefined>> | null | undefined;
};

/** Refuses invoices that could not be created. */
export function requireInvoiced(sent: Sent, mode: 'payment' | 'setup' | 'subscription', seen: Seen, asked: Asked): void {
  requireOfAccount(seen.own_tax_ids, `${at}[account_tax_ids]`, asked);
  const { enabled = false, invoice_data: data } = sent.invoice_creation ?? {};
  requireTemplate(
    { template: data?.rendering_options?.template ?? null, template_version: null },
    seen.template,
    `${at}[rendering_options]`,
    asked,
  );
  const { account: named, type } = data?.issuer ?? {};
  if (type === 'account' && !named) asked.refuse({ code: 'parameter_missing', param: `${at}[issuer][account]` });
  if (type === 'self' && named)
    asked.refuse({ code: 'parameter_invalid', param: `${at}[issuer][account]`, message: 'An issuer with type=self names no account.' });
  if (enabled && mode !== 'payment') asked.refuse(only_payments);
  if (enabled && isHeld(sent)) asked.refuse(not_held);
}

const only_payments: Refusal = {
  code: 'parameter_invalid',
  param: 'invoice_creation[enabled]',
  message: 'You can only enable invoice_creation in payment mode: a subscription has invoices of its own.',
};

const not_held: Refusal = {
  code: 'parameter_invalid',
  param: 'invoice_creation[enabled]',
  message: 'An invoice of the items is for a payment that is captured at once. Leave capture_method=manual out, or invoice_creation.',
};

const isHeld = ({ payment_intent_data, payment_method_options }: Sent): boolean =>
  payment_intent_data?.capture_method === 'manual' ||
  Object.values(payment_method_options ?? {}).some((options) => options?.capture_method === 'manual');

/** The default creation of customers: an invoice is of a customer. */
export const unlessBilled = ({
  invoice_creation: sent,
}: {
  readonly invoice_creation?: Sent['invoice_creation'];
}): 'always' | 'if_required' => (sent?.enabled ? 'always' : 'if_required');
