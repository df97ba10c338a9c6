import { errors } from '../../kernel/base/errors.js';
import { html, type Markup, mark, page } from '../kit/ui.js';
import { commandOf, exampleOf } from './example.js';
import { type Access, type Description, type Group, groupsOf, type Operation, type Shape } from './operations.js';
import type { Member } from './schema.js';
import { script } from './script.js';
import { sheet } from './sheet.js';

/** The reference of an API: everything on it is read from the description, so it cannot tell of what is not there. */
export function referenceBody(description: Description, origin: string): Markup {
  const groups = groupsOf(description);
  const shapes = groups.flatMap((group) => group.shapes);
  return html`<a class="skip" href="#reference">Skip to the reference</a>
${masthead(description.info.version)}
<div class="columns">
${contents(groups)}
<main class="reference" id="reference">
${introduction(origin)}
${groups.map((group) => groupSection(group, shapes, origin))}
${errorSection}
<footer>Florin ${description.info.version} · Made from this server's own <a href="/openapi.json">OpenAPI description</a></footer>
</main>
</div>`;
}

/** The whole page; its body can be made once and shown under a new nonce each time. */
export const referencePage = ({ body, nonce }: { body: Markup; nonce: string }): string =>
  page({ title: 'API reference', nonce, body, own: { sheet, script } });

const masthead = (version: string): Markup => html`<header class="masthead">
<a class="brand" href="#top">${mark}<span><strong>Florin</strong> API reference</span></a><span class="version">${version}</span>
<search hidden><input type="search" id="find" placeholder="Find an operation" aria-label="Find an operation, an object or an error code" autocomplete="off" spellcheck="false"><kbd>/</kbd></search>
<a class="quiet" href="/openapi.json">OpenAPI</a>
</header>`;

const contents = (groups: readonly Group[]): Markup => html`<nav aria-label="Contents"><ul>
<li><a href="#top">Introduction</a></li>
${groups.map(
  ({ name, title, operations, shapes }) => html`<li class="of"><a href="#group-${name}">${title}</a><ul>
${operations.map(({ id, method, summary, path }) => html`<li data-find="${method} ${path} ${summary}"><a href="#${id}">${badge(method)}<span>${summary}</span></a></li>`)}
${shapes.map(({ object }) => html`<li data-find="object ${object}"><a href="#object-${object}"><span class="method object">{ }</span><span>${object}</span></a></li>`)}
</ul></li>`,
)}
<li><a href="#errors">Errors</a></li>
</ul></nav>`;

const badge = (method: string): Markup => html`<span class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span>`;

const introduction = (origin: string): Markup => html`<section id="top">
<h1>API reference</h1>
<p class="lead">Every operation of this server, with everything it takes and answers. Base URL <code>${origin}</code></p>
<dl class="ways">
<div><dt>Keys</dt><dd>Send the key as the user name of HTTP Basic authentication, or as <code>Authorization: Bearer</code>. <code>sk_</code> is a secret key and may call everything, <code>rk_</code> what its permissions name, <code>pk_</code> is for browsers and may call what says so below. <code>_test_</code> and <code>_live_</code> objects never meet.</dd></div>
<div><dt>Parameters</dt><dd>As JSON, or form-encoded with brackets: <code>card[number]</code>. Lists also read them from the query string, and from a JSON body on GET. A name that is not listed here is refused.</dd></div>
<div><dt>Pages</dt><dd>Lists answer newest first, 10 objects or <code>limit</code>, 1 to 100. Send the last id as <code>starting_after</code> for the next page, the first as <code>ending_before</code> for the one before, as long as <code>has_more</code> is true.</dd></div>
<div><dt>Expansion</dt><dd><code>expand[]=customer</code> puts the object in place of its id, up to four levels deep; in a list write <code>data.customer</code>.</dd></div>
<div><dt>Safe repeats</dt><dd>Send an <code>Idempotency-Key</code> with any POST. For 24 hours the same key gives the same answer, byte for byte, and does nothing twice.</dd></div>
<div><dt>Errors</dt><dd>Every refusal has the form <code>{"error": {"type", "code", "message", "param", "doc_url"}}</code>. The codes are <a href="#errors">listed below</a>.</dd></div>
</dl>
</section>`;

const groupSection = ({ name, title, operations, shapes: own }: Group, shapes: readonly Shape[], origin: string): Markup =>
  html`<section class="group" id="group-${name}" aria-labelledby="title-${name}"><h2 id="title-${name}">${title}</h2>
${operations.map((operation) => operationArticle(operation, shapes, origin))}
${own.map(shapeArticle)}
</section>`;

function operationArticle(operation: Operation, shapes: readonly Shape[], origin: string): Markup {
  const { id, method, path, aliases, summary, access, in_path, members } = operation;
  return html`<article class="operation" id="${id}" data-find="${method} ${path} ${summary}" aria-labelledby="name-${id}">
<h3 id="name-${id}"><a href="#${id}">${summary}</a></h3>
<p class="route">${badge(method)}<code>${pathMarkup(path)}</code></p>
${aliases.map((alias) => html`<p class="alias" id="${alias.id}">also <code>${pathMarkup(alias.path)}</code></p>`)}
${whoMay(access)}
<div class="halves"><div>
${parameterList(in_path, members)}
${answerLine(operation)}
</div>
<pre tabindex="0" role="region" aria-label="Example: ${summary}"><code>${commandOf(exampleOf(operation, shapes), origin)}</code></pre>
</div></article>`;
}

/** Slashes are where a long path may break. */
const pathMarkup = (path: string): Markup[] =>
  path.split(/(?=\/)/).map((part) => (part.startsWith('/{') ? html`<wbr>/<var>${part.slice(1)}</var>` : html`<wbr>${part}`));

const publishable = {
  create: 'publishable key',
  with_client_secret: 'publishable key with client_secret',
} as const;

function whoMay({ restricted, publishable: may, page: paged, ephemeral, test_only }: Access): Markup {
  const others = [may && publishable[may], paged && "the payer's page", ephemeral && 'ephemeral key of the customer'].filter(
    (each) => typeof each === 'string',
  );
  return html`<p class="who"><span class="label">For</span> <span class="chip">secret key</span> ${
    restricted && html`<span class="chip">restricted key with <code>${restricted}</code></span> `
  }${others.map((each) => html`<span class="chip open">${each}</span> `)}${test_only && html`<span class="chip test">test mode only</span>`}</p>`;
}

function answerLine({ answer: { object, many } }: Operation): Markup {
  const link = object && html`<a href="#object-${object}"><code>${object}</code></a>`;
  if (!link) return html`<p class="answer"><span class="label">Answers with</span> an object</p>`;
  return many
    ? html`<p class="answer"><span class="label">Answers with</span> <code>object</code>, <code>url</code>, <code>has_more</code> and <code>data</code>: a page of ${link}</p>`
    : html`<p class="answer"><span class="label">Answers with</span> ${link}</p>`;
}

const shapeArticle = ({
  object,
  members,
}: Shape): Markup => html`<article class="operation shape" id="object-${object}" data-find="object ${object}" aria-labelledby="name-${object}">
<h3 id="name-${object}"><a href="#object-${object}">The ${object} object</a></h3>
<details class="whole"><summary>${members.length} members</summary>${memberList(members)}</details>
</article>`;

function parameterList(in_path: readonly Member[], members: readonly Member[]): Markup {
  if (in_path.length + members.length === 0) return html`<p class="none">Takes no parameters.</p>`;
  return html`<h4>Parameters</h4><ul class="members">${in_path.map(
    ({ name, type }) => html`<li><p><code class="name">${name}</code> <span class="type">${type}, in the path</span></p></li>`,
  )}${members.map(memberItem)}</ul>`;
}

const memberList = (members: readonly Member[]): Markup => html`<ul class="members">${members.map(memberItem)}</ul>`;

function memberItem({ name, required, type, nullable, notes, words, members }: Member): Markup {
  return html`<li><p><code class="name">${name}</code> <span class="type">${type}${nullable && ' or null'}</span>${required && html` <span class="required">required</span>`}</p>
${notes.length > 0 && html`<p class="notes">${sentence(notes)}</p>`}
${words.length > 0 && wordList(words)}
${members.length > 0 && html`<details><summary>Members of ${name}</summary>${memberList(members)}</details>`}</li>`;
}

const sentence = (notes: readonly string[]): string =>
  `${notes.map((note, place) => (place ? note : `${note.charAt(0).toUpperCase()}${note.slice(1)}`)).join('; ')}.`;

const words_open_max = 8;

function wordList(words: readonly string[]): Markup {
  const all = html`<p class="words">${words.map((word) => html`<code>${word}</code> `)}</p>`;
  return words.length > words_open_max ? html`<details><summary>One of ${words.length} words</summary>${all}</details>` : all;
}

const errorSection = html`<section class="group" id="errors" aria-labelledby="title-errors"><h2 id="title-errors">Errors</h2>
<p class="lead">Branch on <code>code</code>; the message is for people and may be more precise than the one here.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Type</th><th scope="col">Message</th></tr></thead><tbody>
${Object.entries(errors).map(
  ([
    code,
    { status, type, message },
  ]) => html`<tr id="error-${code}" data-find="error ${code} ${status}"><th scope="row"><a href="#error-${code}"><code>${code}</code></a></th><td class="status">${status}</td><td><code>${type}</code></td><td>${message}</td></tr>
`,
)}</tbody></table></section>`;
