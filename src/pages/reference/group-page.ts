import { html, type Markup } from '../kit/ui.js';
import { exampleOf } from './example.js';
import { badge, eventPath, groupPath } from './frame.js';
import type { Access, EventType, Group, Operation, Prefixed, Shape } from './operations.js';
import { type Sample, samplesOf } from './samples.js';
import type { Member } from './schema.js';

/** What the page of a group is made of. */
export type GroupView = {
  readonly group: Group;
  readonly shapes: readonly Shape[];
  /** The types of events, which stand with the object that names them. */
  readonly events: readonly EventType[];
  readonly prefixes: readonly Prefixed[];
  /** The page of each kind of object. */
  readonly pages: ReadonlyMap<string, string>;
  /** Recorded responses by the id of their operation. */
  readonly responses: Readonly<Record<string, unknown>>;
  readonly origin: string;
  /** Whether readers can send requests from the page: a sandbox opens with any test key. */
  readonly tries: boolean;
};

/** The page of a group: its operations, and the objects that they return. */
export const groupPage = (
  view: GroupView,
): Markup => html`<section class="group" id="top" aria-labelledby="title"><h1 id="title">${view.group.title}</h1>
${view.group.operations().map((operation) => operationArticle(operation, view))}
${view.shapes.map(shapeArticle)}
${view.group.objects.includes('event') && eventTypes(view.events)}
</section>`;

function operationArticle(operation: Operation, view: GroupView): Markup {
  const { id, method, path, aliases, summary, about, access, in_path, members } = operation;
  return html`<article class="operation" id="${id}" aria-labelledby="name-${id}">
<h2 id="name-${id}"><a href="#${id}">${summary}</a></h2>
<p class="route">${badge(method)}<code>${pathMarkup(path)}</code></p>
${aliases.map((alias) => html`<p class="alias" id="${alias.id}">also <code>${pathMarkup(alias.path)}</code></p>`)}
${about && html`<p class="about">${prose(about)}</p>`}
${whoMay(access)}
<div class="halves"><div>
${parameterList(in_path, members)}
${answerLine(operation, view)}
</div>
<div class="shown">${samplePane(operation, view)}${responsePane(operation, view)}</div></div></article>`;
}

/** A sentence in which backquotes mark code. */
const prose = (text: string): Markup[] => text.split('`').map((part, place) => (place % 2 ? html`<code>${part}</code>` : html`${part}`));

/** Slashes are where a long path may break. */
const pathMarkup = (path: string): Markup[] =>
  path.split(/(?=\/)/).map((part) => (part.startsWith('/{') ? html`<wbr>/<var>${part.slice(1)}</var>` : html`<wbr>${part}`));

const publishable = { create: 'publishable key', with_client_secret: 'publishable key with client_secret' } as const;

function whoMay({ restricted, publishable: may, page: paged, ephemeral, test_only }: Access): Markup {
  const others = [may && publishable[may], paged && "the payer's page", ephemeral && 'ephemeral key of the customer'].filter(
    (each) => typeof each === 'string',
  );
  return html`<p class="who"><span class="label">For</span> <span class="chip">secret key</span> ${
    restricted && html`<span class="chip">restricted key with <code>${restricted}</code></span> `
  }${others.map((each) => html`<span class="chip open">${each}</span> `)}${test_only && html`<span class="chip test">test mode only</span>`}</p>`;
}

function answerLine({ answer: { object, many } }: Operation, { pages }: GroupView): Markup {
  const page = object === null ? undefined : pages.get(object);
  const link = page !== undefined && html`<a href="${groupPath(page)}#object-${object}"><code>${object}</code></a>`;
  if (!link) return html`<p class="answer"><span class="label">Returns</span> an object</p>`;
  return many
    ? html`<p class="answer"><span class="label">Returns</span> a list of ${link}: <code>object</code>, <code>url</code>, <code>has_more</code> and <code>data</code></p>`
    : html`<p class="answer"><span class="label">Returns</span> ${link}</p>`;
}

/** Samples in all languages, of which the page shows one; the choice holds for all operations. */
function samplePane(operation: Operation, { prefixes, origin, tries }: GroupView): Markup {
  const example = exampleOf(operation, prefixes);
  const samples = samplesOf(operation, example, origin);
  const body = example.params.map(([name, value]) => `${name}=${value}`).join('\n');
  return html`<div class="samples"><div class="bar"><div class="languages" role="group" aria-label="Language">${samples.map(
    ({ language }, place) =>
      html`<button type="button" data-language="${language}" aria-pressed="${place === 0 ? 'true' : 'false'}" hidden>${language}</button>`,
  )}</div><button type="button" class="copy" hidden>Copy</button></div>${samples.map((sample, place) => sampleBlock(sample, place, operation))}${
    tries &&
    html`<details class="try" hidden><summary>Try it</summary><form data-method="${operation.method}"><label>Path<input name="path" value="${example.path}" autocomplete="off" spellcheck="false"></label><label>Parameters, one on each line<textarea name="params" rows="${Math.max(2, example.params.length)}" spellcheck="false">${body}</textarea></label><label>Key<input name="key" autocomplete="off" spellcheck="false"></label><button type="submit" class="button">Send</button><output></output></form></details>`
  }</div>`;
}

const sampleBlock = ({ language, text }: Sample, place: number, { summary }: Operation): Markup =>
  html`<pre tabindex="0" role="region" data-sample="${language}" aria-label="${language}: ${summary}"${place > 0 && html` hidden`}><code>${text}</code></pre>`;

function responsePane({ id, summary }: Operation, { responses }: GroupView): Markup | null {
  const response = responses[id];
  if (response === undefined) return null;
  return html`<details class="response"><summary>Response</summary><pre tabindex="0" role="region" aria-label="Response: ${summary}"><code>${JSON.stringify(response, null, 2)}</code></pre></details>`;
}

const shapeArticle = ({
  object,
  members,
  events,
}: Shape): Markup => html`<article class="operation shape" id="object-${object}" aria-labelledby="name-${object}">
<h2 id="name-${object}"><a href="#object-${object}">The ${object} object</a></h2>
${memberList(members)}
${events.length > 0 && html`<h3>Events</h3><p class="words">${events.map((type) => html`<a href="${eventPath(type)}"><code>${type}</code></a> `)}</p>`}
</article>`;

const eventTypes = (events: readonly EventType[]): Markup => html`<section id="event-types" aria-labelledby="title-event-types">
<h2 id="title-event-types">Types of events</h2>
<p class="lead">An endpoint receives the types that its <code>enabled_events</code> names. Their <code>data.object</code> is the object as it was after the change.</p>
<table><thead><tr><th scope="col">Type</th><th scope="col">Sent when</th></tr></thead><tbody>
${events.map(
  ({
    type,
    about,
  }) => html`<tr id="event-${type}"><th scope="row"><a href="#event-${type}"><code>${type}</code></a></th><td>${prose(about)}</td></tr>
`,
)}</tbody></table></section>`;

function parameterList(in_path: readonly Member[], members: readonly Member[]): Markup {
  if (in_path.length + members.length === 0) return html`<p class="none">Takes no parameters.</p>`;
  return html`<h3>Parameters</h3><ul class="members">${in_path.map(
    ({ name, type, about }) =>
      html`<li><p><code class="name">${name}</code> <span class="type">${type}, in the path</span></p>${about && html`<p class="about">${prose(about)}</p>`}</li>`,
  )}${members.map(memberItem)}</ul>`;
}

const memberList = (members: readonly Member[]): Markup => html`<ul class="members">${members.map(memberItem)}</ul>`;

function memberItem({ name, required, type, nullable, object, about, notes, words, members }: Member): Markup {
  const facts = [...(object === null ? [] : [`id of a ${object}, can be expanded`]), ...notes];
  return html`<li><p><code class="name">${name}</code> <span class="type">${type}${nullable && ' or null'}</span>${required && html` <span class="required">required</span>`}</p>
${about && html`<p class="about">${prose(about)}</p>`}
${facts.length > 0 && html`<p class="notes">${sentence(facts)}</p>`}
${words.length > 0 && wordList(words)}
${members.length > 0 && html`<details><summary>Members of ${name}</summary>${memberList(members)}</details>`}</li>`;
}

const sentence = (notes: readonly string[]): string =>
  `${notes.map((note, place) => (place ? note : `${note.charAt(0).toUpperCase()}${note.slice(1)}`)).join('; ')}.`;

const words_open_max = 8;

function wordList(words: readonly string[]): Markup {
  const all = html`<p class="words">${words.map((word) => html`<code>${word}</code> `)}</p>`;
  return words.length > words_open_max ? html`<details><summary>One of ${words.length} values</summary>${all}</details>` : all;
}
