import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, flag, metadata, oneOf, ref, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { replaced } from '../../parts.js';
import { bundle_ids } from '../physical-bundles/bundles.js';

const of_text = [
  'geographic_location',
  'inappropriate',
  'network_name',
  'non_fiat_currency',
  'other',
  'other_entity',
  'promotional_material',
] as const;

/** Why the parts of a design are rejected. */
export const rejection_reasons = {
  card_logo: about('Why the logo was rejected; null if it was not.', nullable(listOf(oneOf(...of_text, 'non_binary_image'), 8))),
  carrier_text: about('Why the text of the letter was rejected; null if it was not.', nullable(listOf(oneOf(...of_text), 7))),
} as const;

const line = nullable(textOf(1000));

/** What stands on the letter that carries a card. */
export const carrier_text = object({
  footer_body: about('The text at the end of the letter, of at most 1000 characters; null for none.', line),
  footer_title: about('The title above the text at the end of the letter; null for none.', line),
  header_body: about('The text at the beginning of the letter, of at most 1000 characters; null for none.', line),
  header_title: about('The title above the text at the beginning of the letter; null for none.', line),
});

/** The id of a physical bundle. */
export const physical_bundle = expandsTo('issuing.physical_bundle', oneOf(...bundle_ids));

/** How physical cards look: a logo on the card, and text on the letter that carries it. */
export const personalizationDesign = resource({
  object: 'issuing.personalization_design',
  title: 'personalization design',
  prefix: 'pd',
  fields: {
    card_logo: about(
      'The uploaded file with the logo on the card, whose purpose is `issuing_logo`; null for no logo.',
      nullable(ref('file')),
    ),
    carrier_text: about('What stands on the letter that carries the card; null for no text.', nullable(carrier_text)),
    /** Set on the one design that is the default, which is unique in the account. */
    default_for: internal(nullable(oneOf('issuing.card'))),
    lookup_key: about(
      'A name of your choice by which lists find the design; unique in your account, up to 200 characters. Null for none.',
      nullable(textOf(200)),
    ),
    metadata,
    name: about('The name of the design for your own use; null for none.', nullable(textOf(200))),
    physical_bundle: about('The physical bundle that the cards are printed on and sent with.', physical_bundle),
    preferences: about(
      'Which physical cards get the design by themselves.',
      object({
        is_default: about('Whether physical cards get this design when they name none. At most one design is the default.', flag),
        is_platform_default: about(
          'Whether cards of connected accounts get this design; always false, because each account has designs of its own.',
          flag,
        ),
      }),
    ),
    rejection_reasons: about('Why the design was rejected; its members are null if it was not.', replaced(object(rejection_reasons))),
  },
  start: { review: null },
  states: {
    review: { active: 'issuing_personalization_design.activated', rejected: 'issuing_personalization_design.rejected' },
    active: {
      inactive: 'issuing_personalization_design.deactivated',
      rejected: 'issuing_personalization_design.rejected',
      review: 'issuing_personalization_design.updated',
    },
    inactive: { active: 'issuing_personalization_design.activated', review: 'issuing_personalization_design.updated' },
    rejected: { active: 'issuing_personalization_design.activated', review: 'issuing_personalization_design.updated' },
  },
  events: { updated: 'issuing_personalization_design.updated' },
  columns: ['default_for', 'lookup_key', 'preferences.is_default', 'preferences.is_platform_default', 'status'],
  unique: {
    default_for: ({ default_for }) => (typeof default_for === 'string' ? default_for : null),
    lookup_key: ({ lookup_key }) => (typeof lookup_key === 'string' ? lookup_key : null),
  },
  unexpected: 'personalization_design_unexpected_state',
});

/** A design as rules see it. */
export type PersonalizationDesign = It<typeof personalizationDesign>;
