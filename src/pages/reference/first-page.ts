import { errors } from '../../kernel/base/errors.js';
import { html, type Markup } from '../kit/ui.js';
import { badge, groupPath } from './frame.js';
import type { Group } from './operations.js';

/** The first page: how to call the API, its groups, and its errors. */
export const firstPage = (groups: readonly Group[], origin: string): Markup => html`${introduction(origin)}
<section class="group" id="groups" aria-labelledby="title-groups"><h2 id="title-groups">Operations</h2><div class="tiles">${groups.map(tile)}</div></section>
${errorSection}`;

const introduction = (origin: string): Markup => html`<section id="top">
<h1>API reference</h1>
<p class="lead">Every operation of this server, with its parameters and responses. Base URL <code>${origin}</code></p>
<dl class="ways">
<div><dt>Keys</dt><dd>Send the key as the user name of HTTP Basic authentication, or as <code>Authorization: Bearer</code>. A secret key, <code>sk_</code>, may call everything; a restricted key, <code>rk_</code>, what its permissions name; a publishable key, <code>pk_</code>, is for browsers. Objects of <code>_test_</code> and <code>_live_</code> keys are separate.</dd></div>
<div><dt>Parameters</dt><dd>Send JSON, or a form with brackets: <code>card[number]</code>. Lists also read the query string, and a JSON body on GET. Unknown names are refused.</dd></div>
<div><dt>Pages</dt><dd>A list has the newest objects first, 10 or <code>limit</code> of them, 1 to 100. For the next page send the last id as <code>starting_after</code>, for the one before the first id as <code>ending_before</code>, while <code>has_more</code> is true.</dd></div>
<div><dt>Expansion</dt><dd><code>expand[]=customer</code> puts the object in place of its id, up to four levels deep; in a list send <code>data.customer</code>.</dd></div>
<div><dt>Safe repeats</dt><dd>Send an <code>Idempotency-Key</code> with a POST. For 24 hours the same key returns the same response, byte for byte, and does nothing twice.</dd></div>
<div><dt>Errors</dt><dd>A refusal has the form <code>{"error": {"type", "code", "message", "param", "doc_url"}}</code>. The codes are <a href="#errors">listed below</a>.</dd></div>
</dl>
</section>`;

const tile = ({ name, title, headings }: Group): Markup =>
  html`<article class="tile"><h3><a href="${groupPath(name)}">${title}</a></h3><ul>${headings.map(
    ({ id, method, summary }) => html`<li><a href="${groupPath(name)}#${id}">${badge(method)}<span>${summary}</span></a></li>`,
  )}</ul></article>`;

const errorSection = html`<section class="group" id="errors" aria-labelledby="title-errors"><h2 id="title-errors">Errors</h2>
<p class="lead">Branch on <code>code</code>; the message is for people and may be more precise than the one here.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Type</th><th scope="col">Message</th></tr></thead><tbody>
${Object.entries(errors).map(
  ([
    code,
    { status, type, message },
  ]) => html`<tr id="error-${code}"><th scope="row"><a href="#error-${code}"><code>${code}</code></a></th><td class="status">${status}</td><td><code>${type}</code></td><td>${message}</td></tr>
`,
)}</tbody></table></section>`;
