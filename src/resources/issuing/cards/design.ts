import type { Asked } from '../../../kernel/base/effects.js';
import type { PersonalizationDesign } from '../personalization-designs/design.js';
import { bundleOf } from '../physical-bundles/bundles.js';
import type { IssuedCard } from './card.js';

type Said = { readonly type: IssuedCard['type']; readonly second_line?: string | null };
type Designs = { readonly design: PersonalizationDesign | null; readonly usual: PersonalizationDesign | null };

/** The design of a new card: the one that is named, else the default of the account. */
export function designFor(said: Said, { design, usual }: Designs, asked: Asked): { readonly personalization_design?: string } {
  if (said.type === 'virtual') {
    if (design) asked.refuse({ code: 'parameter_invalid', param: 'personalization_design', message: not_printed });
    return {};
  }
  const chosen = design ?? (usual?.status === 'active' ? usual : null);
  if (!chosen) return {};
  requireActive(chosen, asked);
  requireSecondLine(chosen, said, asked);
  return { personalization_design: chosen.id };
}

const not_printed = 'A virtual card is not printed. Leave personalization_design out.';

/** Refuses a design that was not accepted, or is out of use. */
export function requireActive({ id, status }: PersonalizationDesign, asked: Asked): void {
  if (status === 'active') return;
  const message = `The design ${id} is ${status === 'review' ? 'in review' : status}. Name one that is active.`;
  asked.refuse({ code: 'personalization_design_unexpected_state', param: 'personalization_design', message });
}

/** Refuses a second line where the card of a design has no place for it. */
export function requireSecondLine(
  { id, physical_bundle }: PersonalizationDesign,
  { second_line = null }: Pick<Said, 'second_line'>,
  asked: Asked,
): void {
  if (second_line === null || bundleOf(physical_bundle).features.second_line !== 'unsupported') return;
  const message = `Cards of the design ${id} have no second line. Leave second_line out, or name another design.`;
  asked.refuse({ code: 'parameter_invalid', param: 'second_line', message });
}

/** Refuses another design for a card that has gone to the printer, or is not printed at all. */
export function requireRedesign(it: IssuedCard, design: PersonalizationDesign | null, asked: Asked): void {
  if (!design) return;
  const { shipping } = it;
  if (!shipping) asked.refuse({ code: 'parameter_invalid', param: 'personalization_design', message: not_printed });
  else if (shipping.status !== 'pending') {
    const message = `The card is ${shipping.status} already. Its design can no longer be changed.`;
    asked.refuse({ code: 'card_unexpected_state', param: 'personalization_design', message });
  }
  requireActive(design, asked);
  requireSecondLine(design, it, asked);
}
