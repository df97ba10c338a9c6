import { html, type Markup, mark, page } from '../kit/ui.js';
import { type GuideName, guidePath, guides } from './guides.js';
import type { Group } from './operations.js';
import { script } from './script.js';
import { sheet } from './sheet.js';

/** A page of the reference: what differs between its pages. */
export type Framed = {
  readonly title: string;
  readonly content: Markup;
  readonly groups: readonly Group[];
  /** The page: a group, whose operations the navigation lists, or a guide; null for the first page. */
  readonly current: { readonly group: string } | { readonly guide: GuideName } | null;
  readonly version: string;
};

/** The address of a group's page. */
export const groupPath = (name: string): string => `/docs/api/${name}`;

/** The address of a type of event. */
export const eventPath = (type: string): string => `${groupPath('events')}#event-${type}`;

/** The body of a page: it is made once, and shown under a new nonce each time. */
export const framed = ({
  content,
  groups,
  current,
  version,
}: Framed): Markup => html`<a class="skip" href="#reference">Skip to the reference</a>
${masthead(version)}
<div class="columns">
${navigation(groups, current)}
<main class="reference" id="reference">
${content}
<footer>Florin ${version} · Generated from the <a href="/openapi.json">OpenAPI description</a> of this server</footer>
</main>
</div>`;

/** A whole page of the reference. */
export const referencePage = (view: { readonly title: string; readonly body: Markup; readonly nonce: string }): string =>
  page({ ...view, own: { sheet, script } });

const masthead = (version: string): Markup => html`<header class="masthead">
<a class="brand" href="/docs">${mark}<span><strong>Florin</strong> API reference</span></a><span class="version">${version}</span>
<search hidden><input type="search" id="find" role="combobox" aria-expanded="false" aria-controls="found" placeholder="Search" aria-label="Search operations, objects, parameters and errors" autocomplete="off" spellcheck="false"><kbd>/</kbd><ul id="found" role="listbox" aria-label="Search results" hidden></ul></search>
<a class="quiet menu" href="#contents">Contents</a>
<a class="quiet openapi" href="/openapi.json">OpenAPI</a>
</header>`;

const navigation = (groups: readonly Group[], current: Framed['current']): Markup => html`<nav id="contents" aria-label="Contents"><ul>
<li><a href="/docs"${current === null && here}>Introduction</a></li>
<li class="of guides"><a href="${guidePath('quick-start')}">Guides</a><ul>${guides.map(
  ({ name, title }) =>
    html`<li><a href="${guidePath(name)}"${current && 'guide' in current && current.guide === name && here}>${title}</a></li>`,
)}</ul></li>
${groups.map((group) => entryOf(group, current !== null && 'group' in current && group.name === current.group))}
<li><a href="/docs#errors">Errors</a></li>
</ul></nav>`;

const here = html` aria-current="page"`;

const entryOf = ({ name, title, headings, objects }: Group, is_current: boolean): Markup =>
  html`<li class="of"><a href="${groupPath(name)}"${is_current && here}>${title}</a>${
    is_current &&
    html`<ul>${headings.map(({ id, method, summary }) => html`<li><a href="#${id}">${badge(method)}<span>${summary}</span></a></li>`)}${objects.map(
      (object) => html`<li><a href="#object-${object}"><span class="method object">{ }</span><span>${object}</span></a></li>`,
    )}</ul>`
  }</li>`;

/** An HTTP method. */
export const badge = (method: string): Markup =>
  html`<span class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span>`;
