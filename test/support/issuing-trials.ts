import type { Document } from '../../src/kernel/base/resource.js';
import { cardholder } from '../../src/resources/issuing/cardholders/cardholder.js';
import { issuedCard } from '../../src/resources/issuing/cards/card.js';
import { personalizationDesign } from '../../src/resources/issuing/personalization-designs/design.js';
import { now, stored } from './decisions.js';
import { home, jenny } from './issued.js';
import type { Dressed, Trials } from './state-trials.js';

const holder = stored(cardholder, { status: 'active' });
const away = stored(cardholder, { id: 'ich_2', status: 'inactive' });
const of_holder = { held_by: holder.id, currency: 'usd', type: 'virtual' } as const;
const worn = stored(issuedCard, { ...of_holder, id: 'ic_2', status: 'active' });
const lost = stored(issuedCard, { ...of_holder, id: 'ic_3', status: 'canceled', cancellation_reason: 'lost' });

const next = stored(issuedCard, { ...of_holder, id: 'ic_4', status: 'inactive', replacement_for: worn.id });

const virtual = { currency: 'usd', type: 'virtual', cardholder: holder.id };
const shipping = { name: 'Jenny Rosen', address: { ...home, line2: null } };
const there: readonly Document[] = [holder];

/** A card with this shipment status. */
const sent = (status: string, of: object = {}) => ({
  it: { type: 'physical', shipping: { ...shipping, status, service: 'standard' } },
  ...of,
});

const design = stored(personalizationDesign, { status: 'active', physical_bundle: 'ics_standard_letter' });
const ordered = { it: { type: 'physical', shipping: { ...shipping, status: 'pending', service: 'standard' } } } as const;
const contact = stored(cardholder, { status: 'active', email: 'jenny.rosen@example.com' });
const usable = stored(issuedCard, { ...of_holder, id: 'ic_5', status: 'active' });

/** The trials of designs and tokens. */
const design_trials: Trials = {
  'POST /v1/issuing/personalization_designs': { '': { input: { physical_bundle: 'ics_standard_letter' } } },
  'POST /v1/issuing/personalization_designs/:id': {
    'with metadata': { input: { metadata: { a: '1' } } },
    'with another text': { input: { carrier_text: { header_title: 'Hello' } } },
  },
  'POST /v1/test_helpers/issuing/personalization_designs/:id/activate': { '': {} },
  'POST /v1/test_helpers/issuing/personalization_designs/:id/deactivate': { '': {} },
  'POST /v1/test_helpers/issuing/personalization_designs/:id/reject': {
    '': { input: { rejection_reasons: { carrier_text: ['other'] } } },
  },
  'POST /v1/test_helpers/issuing/tokens': {
    '': { input: { card: usable.id }, there: [contact, usable] },
    'that needs authentication': {
      input: { card: usable.id, network_data: { wallet_provider: { suggested_decision: 'require_auth' } } },
      there: [contact, usable],
    },
  },
  'POST /v1/issuing/tokens/:id': {
    'with status=active': { input: { status: 'active' } },
    'with status=suspended': { input: { status: 'suspended' } },
    'with status=deleted': { input: { status: 'deleted' } },
  },
  'issuing.token after issuing_card.updated': { '': { by: usable }, 'of one that is canceled': { by: { ...usable, status: 'canceled' } } },
};

/** The trials of cardholders and cards. */
export const issuing_trials: Trials = {
  ...design_trials,
  'issuing.card after issuing_personalization_design.rejected': { '': { by: design }, 'before it is printed': { ...ordered, by: design } },
  'POST /v1/issuing/cardholders': {
    '': { input: jenny },
    inactive: { input: { ...jenny, status: 'inactive' } },
  },
  'POST /v1/issuing/cardholders/:id': {
    'with metadata': { input: { metadata: { a: '1' } } },
    'with status=active': { input: { status: 'active' } },
    'with status=inactive': { input: { status: 'inactive' } },
    'with status=blocked': { input: { status: 'blocked' } },
  },
  'issuing.card after issuing_cardholder.updated': {
    '': { by: holder },
    'of one that is inactive': { by: { ...holder, status: 'inactive' } },
  },
  'POST /v1/issuing/cards': {
    virtual: { input: virtual, there },
    'virtual and active': { input: { ...virtual, status: 'active' }, there },
    'virtual and active, of an inactive cardholder': { input: { ...virtual, cardholder: away.id, status: 'active' }, there: [away] },
    physical: { input: { ...virtual, type: 'physical', shipping }, there },
    'physical and active': { input: { ...virtual, type: 'physical', shipping, status: 'active' }, there },
    'for a damaged one': { input: { ...virtual, replacement_for: worn.id, replacement_reason: 'damaged' }, there: [holder, worn] },
    'for a damaged one, and active': {
      input: { ...virtual, replacement_for: worn.id, replacement_reason: 'damaged', status: 'active' },
      there: [holder, worn],
    },
    'for one that already has a replacement': {
      input: { ...virtual, replacement_for: worn.id, replacement_reason: 'damaged' },
      there: [holder, { ...worn, replaced_by: next.id }, next],
    },
    'for a stolen one that is not canceled': {
      input: { ...virtual, replacement_for: worn.id, replacement_reason: 'stolen' },
      there: [holder, worn],
    },
    'for a lost one': { input: { ...virtual, replacement_for: lost.id, replacement_reason: 'lost' }, there: [holder, lost] },
  },
  'POST /v1/issuing/cards/:id': {
    'with metadata': { input: { metadata: { a: '1' } } },
    'with status=active': { input: { status: 'active' } },
    'with status=active, of an inactive cardholder': { it: { held_by: away.id }, input: { status: 'active' }, there: [away] },
    'with status=active, before it is shipped': { ...sent('pending'), input: { status: 'active' } },
    'with status=active, in the place of another': { it: { replacement_for: worn.id }, input: { status: 'active' }, there: [worn] },
    'with status=inactive': { input: { status: 'inactive' } },
    'with status=canceled': { input: { status: 'canceled', cancellation_reason: 'lost' } },
  },
  'POST /v1/issuing/cards/:id/test/authorizations': { '': { input: { held_amount: 100 } } },
  'POST /v1/test_helpers/issuing/cards/:id/shipping/submit': { '': sent('pending'), 'once shipped': sent('shipped') },
  'POST /v1/test_helpers/issuing/cards/:id/shipping/ship': { '': sent('submitted'), 'a virtual one': {} },
  'POST /v1/test_helpers/issuing/cards/:id/shipping/deliver': { '': sent('shipped'), 'before it is shipped': sent('submitted') },
  'POST /v1/test_helpers/issuing/cards/:id/shipping/return': { '': sent('shipped'), 'once delivered': sent('delivered') },
  'POST /v1/test_helpers/issuing/cards/:id/shipping/fail': { '': sent('shipped'), 'before it is printed': sent('pending') },
};

/** Their other contents, in every state. */
export const issuing_dressed: Dressed = {
  'issuing.cardholder': () => ({ it: { name: jenny.name, individual: jenny.individual } }),
  'issuing.card': () => ({
    it: { ...of_holder, cardholder: holder, exp_month: 6, exp_year: new Date(now * 1000).getUTCFullYear() + 3 },
    there,
  }),
  'issuing.personalization_design': () => ({
    it: { physical_bundle: 'ics_standard_letter', carrier_text: { header_title: 'Welcome' } },
  }),
  'issuing.token': () => ({ it: { card: usable.id }, there: [usable] }),
};
