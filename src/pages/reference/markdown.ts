import { lexer, type Token, type Tokens } from 'marked';
import { html, type Markup, type Shown } from '../kit/ui.js';

/** The text of a guide as markup. Raw HTML in it is shown as text. */
export const markdown = (text: string): Markup => html`${lexer(text).map(block)}`;

/** A heading's fragment: its words in lower case. */
export const anchorOf = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]+/g, '-');

function block(token: Token): Shown {
  switch (token.type) {
    case 'heading':
      return headingOf(token as Tokens.Heading);
    case 'paragraph':
      return html`<p>${inlines(token)}</p>`;
    case 'text':
      return 'tokens' in token ? inlines(token) : token.raw;
    case 'code':
      return codeOf(token as Tokens.Code);
    case 'list':
      return listOf(token as Tokens.List);
    case 'table':
      return tableOf(token as Tokens.Table);
    case 'space':
      return null;
    default:
      return token.raw;
  }
}

const headingOf = (token: Tokens.Heading): Markup => {
  const id = anchorOf(token.text);
  return token.depth === 1 ? html`<h1>${inlines(token)}</h1>` : html`<h2 id="${id}"><a href="#${id}">${inlines(token)}</a></h2>`;
};

const codeOf = ({ text }: Tokens.Code): Markup =>
  html`<div class="samples"><div class="bar"><span></span><button type="button" class="copy" hidden>Copy</button></div><pre tabindex="0" data-code>${text}</pre></div>`;

const listOf = ({ ordered, items }: Tokens.List): Markup => {
  const rows = items.map((item) => html`<li>${item.tokens.map(block)}</li>`);
  return ordered ? html`<ol>${rows}</ol>` : html`<ul>${rows}</ul>`;
};

const tableOf = ({ header, rows }: Tokens.Table): Markup =>
  html`<div class="scrolling"><table><thead><tr>${header.map((cell) => html`<th scope="col">${inlines(cell)}</th>`)}</tr></thead><tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${inlines(cell)}</td>`)}</tr>`,
  )}</tbody></table></div>`;

const inlines = ({ tokens = [] }: { readonly tokens?: readonly Token[] | undefined }): Shown => tokens.map(inline);

function inline(token: Token): Shown {
  switch (token.type) {
    case 'codespan':
      return html`<code>${(token as Tokens.Codespan).text}</code>`;
    case 'strong':
      return html`<strong>${inlines(token as Tokens.Strong)}</strong>`;
    case 'em':
      return html`<em>${inlines(token as Tokens.Em)}</em>`;
    case 'link':
      return html`<a href="${guideAddress((token as Tokens.Link).href)}">${inlines(token as Tokens.Link)}</a>`;
    default:
      return token.raw;
  }
}

/** Guides link to each other as files, so that their links also work where the repository is read. */
const guideAddress = (href: string): string => href.replace(/^([\w-]+)\.md/, '/docs/guides/$1');
