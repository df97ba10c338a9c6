import { openTo } from '../support/small-service.js';
import { checkout } from './checkout.js';
import { invoices } from './invoices.js';
import { subscriptions } from './subscriptions.js';

const catalogue = [...subscriptions, ...invoices, ...checkout];

/** Small groups in the form of billing, which the engine is measured by. */
export const besides = { catalogue, access: openTo(catalogue) };

/** The columns that their lists filter by, which no migration adds. */
export const columns =
  'alter table objects add column if not exists subscription text collate "C", add column if not exists invoice text collate "C"';
