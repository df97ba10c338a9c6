import { openTo } from '../support/small-service.js';
import { checkout } from './checkout.js';
import { invoices } from './invoices.js';
import { subscriptions } from './subscriptions.js';

const catalogue = [...subscriptions, ...invoices, ...checkout];

/** Small groups of what billing will be, written as it will be: what the engine is measured by. */
export const besides = { catalogue, access: openTo(catalogue) };

/** The columns that their lists ask for, which no migration has yet. */
export const columns =
  'alter table objects add column if not exists subscription text collate "C", add column if not exists invoice text collate "C"';
