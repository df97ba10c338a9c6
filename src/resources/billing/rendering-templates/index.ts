import { type Decision, set } from '../../../kernel/base/effects.js';
import { about, type Given } from '../../../kernel/base/fields.js';
import { handler } from '../../../kernel/base/handler.js';
import { integer, oneOf } from '../../../kernel/base/kinds.js';
import { mergeMembers, pick } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, rule } from '../../../kernel/base/rules.js';
import { content, contentOf, type RenderingTemplate, renderingTemplate, type TemplateContent, versions_max } from './template.js';

const takes = { ...content, ...pick(renderingTemplate.fields, 'metadata', 'nickname') } as const;

const contentIn = ({ amount_tax_display, custom_fields, footer, memo, pdf }: TemplateContent): TemplateContent => ({
  ...{ amount_tax_display, custom_fields, footer, memo, pdf },
});

/** The content of a request. */
const saidIn = ({ metadata: _, nickname: __, ...said }: Given<typeof takes>) => said;

/** Creates a template with its first version. */
const create = creation(renderingTemplate, {
  takes,
  decide: ({ it, input }) => set(it, { status: 'active', ...input, versions: [mergeMembers(content, contentIn(it), saidIn(input))] }),
});

/** Changes a template; a change of the content creates a version. */
const update = rule(renderingTemplate, 'update', {
  from: ['active', 'archived'],
  takes,
  decide: ({ it, input }, asked): Decision => {
    const { versions = [], version } = it;
    if (Object.keys(saidIn(input)).length === 0) return set(it, input);
    if (versions.length >= versions_max) return asked.refuse(too_many);
    const newest = mergeMembers(content, contentIn(it), saidIn(input));
    return set(it, { ...input, version: version + 1, versions: [...versions, newest] });
  },
});

const too_many: Refusal = {
  code: 'parameter_invalid',
  param: 'id',
  message: `A template has at most ${versions_max} versions. Create another template.`,
};

/** Archives a template: new invoices cannot name it. */
const archive = rule(renderingTemplate, 'archive', { from: ['active'], decide: ({ it }) => set(it, { status: 'archived' }) });

/** Offers a template to new invoices again. */
const unarchive = rule(renderingTemplate, 'unarchive', { from: ['archived'], decide: ({ it }) => set(it, { status: 'active' }) });

/** A template as it is now, or as it was in an earlier version. */
const show = handler(
  'GET /v1/invoice_rendering_templates/:id',
  { version: about('The version whose content is shown; the newest by default.', integer({ minimum: 1 })) },
  'Retrieve an invoice rendering template',
  async ({ read, path: { id = '' }, params: { version }, refuse }) => {
    const found = await read.find(renderingTemplate, id);
    if (!found) return refuse({ code: 'resource_missing', param: 'id', message: `No such invoice_rendering_template: '${id}'` });
    const then = contentOf(found, version ?? null);
    return then ? shown(found, then, version ?? found.version) : refuse(unversioned(found));
  },
  { about: 'Retrieves an invoice rendering template with the content of its newest version, or of an earlier one.' },
);

function shown({ versions: _, ...it }: RenderingTemplate, then: TemplateContent, version: number): object {
  return { ...it, ...then, version };
}

const unversioned = ({ version }: RenderingTemplate): Refusal => ({
  code: 'resource_missing',
  status: 400,
  param: 'version',
  message: `The template has ${version} versions. Name one of them.`,
});

/** The invoice rendering templates group. */
export const renderingTemplates = [
  action('POST /v1/invoice_rendering_templates', create, {
    about: 'Creates a template with defaults for the PDFs of invoices. Stripe creates templates in its dashboard only.',
  }),
  action('POST /v1/invoice_rendering_templates/:id', update, {
    about: 'Updates a template. A change of its content makes another version; finalized invoices keep theirs.',
  }),
  action('POST /v1/invoice_rendering_templates/:id/archive', archive, {
    about: 'Archives a template: it stays on invoices that name it, and no other object can name it.',
  }),
  action('POST /v1/invoice_rendering_templates/:id/unarchive', unarchive, {
    about: 'Makes an archived template active, so that invoices and customers can name it again.',
  }),
  show,
  list(
    renderingTemplate,
    ['GET /v1/invoice_rendering_templates', 'GET /v1/invoice_rendering_templates/list'],
    { status: about('Only the templates in this state.', oneOf('active', 'archived')) },
    { about: 'Lists invoice rendering templates, newest first.' },
  ),
] as const;
