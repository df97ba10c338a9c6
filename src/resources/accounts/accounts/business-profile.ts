import { about, nullable, required } from '../../../kernel/base/fields.js';
import { email, integer, oneOf, text, textOf, url } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';
import { address } from '../../parts.js';

const revenue = {
  amount: about('The revenue, in the smallest unit of the currency.', required(integer({ minimum: 0, maximum: billed_max }))),
  currency: about('The currency of the revenue, a three-letter ISO 4217 code.', required(currency)),
} as const;

/** What customers and platforms know of a business. */
export const business_profile = object({
  annual_revenue: about(
    'The revenue of a year as the business states it; recorded as sent.',
    nullable(
      object({
        ...revenue,
        fiscal_year_end: about(
          'The last day of that year, as `2026-12-31`.',
          required(textOf(10, { pattern: String.raw`^\d{4}-\d{2}-\d{2}$` })),
        ),
      }),
    ),
  ),
  estimated_worker_count: about(
    'How many people work for the business, as it states; recorded as sent.',
    nullable(integer({ minimum: 0, maximum: 10_000_000 })),
  ),
  mcc: about('The merchant category code of the business: four digits.', nullable(textOf(4))),
  minority_owned_business_designation: about(
    'Whether the business is owned by members of minorities, as it states; recorded as sent.',
    nullable(
      listOf(
        oneOf('lgbtqi_owned_business', 'minority_owned_business', 'none_of_these_apply', 'prefer_not_to_answer', 'women_owned_business'),
        5,
      ),
    ),
  ),
  monthly_estimated_revenue: about('The revenue of a month as the business states it; recorded as sent.', nullable(object(revenue))),
  name: about('The name under which customers know the business; shown on pages, invoices and receipts.', nullable(text)),
  product_description: about('What the business sells; it can take the place of a website in onboarding.', nullable(text)),
  specified_commercial_transactions_act_url: about(
    'The address of the page with the disclosures of the law on commercial transactions, for Japan; recorded as sent.',
    nullable(url),
  ),
  support_address: about('The postal address to which customers write for support.', nullable(address)),
  support_email: about('The e-mail address to which customers write for support.', nullable(email)),
  support_phone: about('The telephone number that customers call for support.', nullable(textOf(100))),
  support_url: about('The address of the website with support for customers.', nullable(url)),
  url: about('The address of the website of the business.', nullable(url)),
});
