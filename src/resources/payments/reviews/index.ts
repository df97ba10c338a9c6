import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { close } from './close.js';
import { closed, review } from './review.js';

const is_closed: Refusal = {
  code: 'parameter_invalid',
  param: 'id',
  message: 'This review is closed already. Only an open review can be approved.',
};

/** Approves a payment under review. */
export const approve = rule(review, 'approve', {
  decide: ({ it }, asked) => (it.open ? closed(it, 'approved') : asked.refuse(is_closed)),
});

/** The reviews group. */
export const reviews = [
  action('POST /v1/reviews/:id/approve', approve, { about: 'Approves an open review, which closes it. The payment stays as it is.' }),
  close,
  retrieve(review, 'GET /v1/reviews/:id', { about: 'Retrieves a review.' }),
  list(review, 'GET /v1/reviews', {}, { about: 'Lists reviews, open and closed ones, newest first.' }),
] as const;
