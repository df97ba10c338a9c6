import { about } from '../../../kernel/base/fields.js';
import { handler } from '../../../kernel/base/handler.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import { bundle_members, physical_bundles, shownBundle } from './bundles.js';

/** The physical bundles group: a constant table. */
export const physicalBundles = [
  handler(
    'GET /v1/issuing/physical_bundles',
    {
      ...paging,
      status: about('Only bundles in this state.', oneOf('active', 'inactive', 'review')),
      type: about('Only bundles of this type.', oneOf('standard', 'custom')),
    },
    'List all physical bundles',
    async ({ livemode, params: { status = 'active', type = 'standard', ...page } }) => {
      const all = physical_bundles.map((each) => shownBundle(each, livemode));
      return pageOf(
        all.filter((each) => each.status === status && each.type === type),
        '/v1/issuing/physical_bundles',
        page,
      );
    },
    {
      about: 'Lists what physical cards are printed on and sent with. Every account has the same standard bundles.',
      shows: { members: bundle_members, in_pages: true },
    },
  ),
  handler(
    'GET /v1/issuing/physical_bundles/:physical_bundle',
    {},
    'Retrieve a physical bundle',
    async ({ livemode, path: { physical_bundle = '' }, refuse }) => {
      const found = physical_bundles.find(({ id }) => id === physical_bundle);
      if (found) return shownBundle(found, livemode);
      const message = `No such physical_bundle: '${physical_bundle}'. GET /v1/issuing/physical_bundles lists the bundles.`;
      return refuse({ code: 'resource_missing', param: 'physical_bundle', message });
    },
    { about: 'Retrieves a physical bundle and what designs with it can have.', shows: { members: bundle_members } },
  ),
] as const;
