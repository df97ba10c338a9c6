import { brand, card, type Fact, facts, heading, html, page, payerLayout, textLink } from './ui.js';

/** What somebody sees who opens the address of the service in a browser. */
export function startPage({ nonce, origin, version }: { nonce: string; origin: string; version: string }): string {
  const rows: Fact[] = [
    { term: 'API', detail: html`<code>${origin}/v1</code>` },
    { term: 'Reference', detail: textLink('/docs', 'every operation') },
    { term: 'Description', detail: textLink('/openapi.json', 'OpenAPI 3.1') },
    { term: 'Version', detail: version },
  ];
  const content = card(brand('Florin'), heading('Florin is running', 'Payments infrastructure that a team runs itself.'), facts(rows));
  return page({ title: 'Start', nonce, body: payerLayout({ livemode: true, card: content }) });
}
