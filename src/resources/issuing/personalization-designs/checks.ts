import type { Asked } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { file } from '../../core/files/file.js';
import { type BundleId, bundleOf } from '../physical-bundles/bundles.js';
import type { PersonalizationDesign } from './design.js';

/** What is printed of a design. */
export type Printed = Pick<PersonalizationDesign, 'card_logo' | 'carrier_text'> & { readonly physical_bundle: BundleId };

/** Refuses what a bundle does not print, and what it cannot be without. */
export function requireSuited({ physical_bundle, ...printed }: Printed, asked: Asked): void {
  const { name, features } = bundleOf(physical_bundle);
  for (const param of ['card_logo', 'carrier_text'] as const) {
    const [policy, isThere] = [features[param], printed[param] !== null];
    if (policy === 'unsupported' && isThere) {
      const message = `The bundle ${physical_bundle} (${name}) has no ${param}. Leave it out, or name another bundle.`;
      asked.refuse({ code: 'parameter_invalid', param, message });
    }
    if (policy === 'required' && !isThere) {
      const message = `Missing required param: ${param}. The bundle ${physical_bundle} (${name}) needs it.`;
      asked.refuse({ code: 'parameter_missing', param, message });
    }
  }
}

/** Refuses a file that was uploaded for something else. */
export function requireLogo(logo: It<typeof file> | null, asked: Asked): void {
  if (!logo || logo.purpose === 'issuing_logo') return;
  const message = `The file ${logo.id} was uploaded as ${logo.purpose}. Upload the logo with purpose=issuing_logo.`;
  asked.refuse({ code: 'parameter_invalid', param: 'card_logo', message });
}

/** Refuses a lookup key that another design has, unless it is taken from there. */
export function requireFree(holder: PersonalizationDesign | null, id: string, is_transferred: boolean, asked: Asked): void {
  if (!holder || holder.id === id || is_transferred) return;
  const message = `${holder.id} uses the lookup key already. Send transfer_lookup_key=true to take it from there.`;
  asked.refuse({ code: 'resource_already_exists', param: 'lookup_key', message });
}
