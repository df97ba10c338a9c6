import { eventForSdks } from '../../api/present/present.js';
import type { Deliveries } from '../../delivery/webhooks/deliver.js';
import { event } from '../../resources/core/events/index.js';

/** An event in the shape of a pinned version. */
export const dated: Deliveries['dated'] = (doc, version) => eventForSdks(event, doc, version);
