import { set } from '../../base/effects.js';
import { timer } from '../../base/rules.js';
import { subscription } from './subscription.js';

/** What invoices come to is collected again from the moment that was said. */
export const resumeCollection = timer(subscription, 'resume_collection', {
  decide: ({ it }, { now }) => {
    const resumes_at = it.pause_collection?.resumes_at ?? null;
    return resumes_at !== null && now >= resumes_at && set(it, { pause_collection: null });
  },
});
