import type { Asked } from '../../../kernel/base/effects.js';
import { about, initially, internal, nullable } from '../../../kernel/base/fields.js';
import { integer, metadata, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object, plainObject } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { amount_tax_display, custom_fields } from '../../parts.js';

/** What a template puts on invoices that do not say it themselves. */
export const content = {
  amount_tax_display,
  custom_fields,
  footer: about('The text at the end of invoices without a footer of their own; null for none.', nullable(text)),
  memo: about('The memo of invoices without a description of their own; null for none.', nullable(textOf(1500))),
  pdf: about(
    'Settings of the paper; null for the defaults.',
    nullable(
      object({
        page_size: about(
          'The size of the paper; `auto` and null choose it by the country of your account.',
          nullable(oneOf('a4', 'auto', 'letter')),
        ),
      }),
    ),
  ),
} as const;

/** How many versions a template can have. */
export const versions_max = 100;

/** How invoices are printed: their defaults, in versions. */
export const renderingTemplate = resource({
  object: 'invoice_rendering_template',
  title: 'invoice rendering template',
  prefix: 'inrtem',
  fields: {
    ...content,
    metadata,
    nickname: about('The name of the template in the dashboard, up to 100 characters; null without one.', nullable(textOf(100))),
    version: about('The version of this content; each change of the content makes another one.', initially(1, integer({ minimum: 1 }))),
    /** The content of each version, the first one first. */
    versions: internal(listOf(plainObject(content), versions_max)),
  },
  start: { active: null },
  states: { active: { archived: null }, archived: { active: null } },
  unexpected: 'invoice_rendering_template_unexpected_state',
  columns: ['status'],
});

/** A template as rules see it. */
export type RenderingTemplate = It<typeof renderingTemplate>;
/** The content of a version. */
export type TemplateContent = NonNullable<RenderingTemplate['versions']>[number];

/** What an object asks of a template. */
type Asking = { readonly template?: string | null; readonly template_version?: number | null } | null | undefined;

/** Why an object cannot have a template from now on; `at` names the parameter that it stands under. */
export function requireTemplate(given: Asking, template: RenderingTemplate | null, at: string, asked: Asked): void {
  const { template: id = null, template_version: version = null } = given ?? {};
  const of_version = `${at}[template_version]`;
  if (version !== null && id === null) {
    const message = `${of_version} needs ${at}[template], whose version it is.`;
    asked.refuse({ code: 'parameter_missing', param: `${at}[template]`, message });
  }
  if (id === null || !template) return;
  if (template.status === 'archived') {
    const message = `The template ${template.id} is archived. Unarchive it, or name another one.`;
    asked.refuse({ code: 'parameter_invalid', param: `${at}[template]`, message });
  }
  if (version !== null && version > template.version) {
    const message = `The template ${template.id} has ${template.version} versions. Name one of them, or leave it out for the newest.`;
    asked.refuse({ code: 'parameter_invalid', param: of_version, message });
  }
}

/** The content of a version of a template, by default of the newest. */
export const contentOf = ({ versions = [] }: Pick<RenderingTemplate, 'versions'>, version: number | null): TemplateContent | null =>
  (version === null ? versions.at(-1) : versions[version - 1]) ?? null;
