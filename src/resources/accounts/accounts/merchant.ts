import { nullable } from '../../../kernel/base/fields.js';
import { seenOf } from '../../snapshot.js';
import { account } from './account.js';

/** The account whose page it is, as its pages receive it; null where it no longer exists. */
export const merchant = nullable(seenOf(account));
