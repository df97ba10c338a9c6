import {
  brand,
  card,
  copy_script,
  copyable,
  type Fact,
  facts,
  heading,
  html,
  kit_words,
  page,
  payerLayout,
  section,
  textLink,
} from '../kit/ui.js';

type View = {
  readonly nonce: string;
  readonly origin: string;
  readonly version: string;
  /** Any sk_test_ key opens a sandbox, and its mail is shown. */
  readonly open_sandbox: boolean;
};

const sheet = `
.card { max-inline-size: 44rem; }
h2 { margin: 0 0 .5rem; font-size: 1rem; }
.command { margin-block: .5rem; }
.command .copyable { justify-content: space-between; align-items: start; inline-size: 100%; gap: .75rem; }
.command code { white-space: pre-wrap; overflow-wrap: anywhere; text-align: start; }
`;

/** The page at the address of the service: where its documentation is, and commands to try. */
export function startPage({ nonce, origin, version, open_sandbox }: View): string {
  const rows: Fact[] = [
    { term: 'API', detail: html`<code>${origin}/v1</code>` },
    { term: 'Reference', detail: textLink('/docs', 'every operation, parameter and error') },
    { term: 'OpenAPI 3.1', detail: textLink('/openapi.json', 'openapi.json') },
    { term: 'For language models', detail: textLink('/llms.txt', 'llms.txt') },
    ...(open_sandbox ? [{ term: 'Emails of test mode', detail: textLink('/outbox', 'outbox') }] : []),
    { term: 'Version', detail: version },
  ];
  const title = heading('Florin is running', 'Payments infrastructure that a team runs itself.');
  const content = card(brand('Florin'), title, facts(rows), open_sandbox && section('Try it', commandsOf(origin)));
  const body = payerLayout({ livemode: true, card: content });
  return page({ title: 'Start', nonce, body, own: { sheet, script: open_sandbox ? copy_script : '' } });
}

const key = 'sk_test_123';

const commandsOf = (origin: string) =>
  [
    {
      id: 'payment',
      what: 'Charge a test card',
      text: `curl -u ${key}: ${origin}/v1/payment_intents -d amount=2000 -d currency=usd -d confirm=true -d payment_method=pm_card_visa`,
    },
    {
      id: 'checkout',
      what: 'Create a checkout page, and open its url',
      text: `curl -u ${key}: ${origin}/v1/checkout/sessions -d mode=payment -d success_url=${origin} -d "line_items[0][quantity]=1" -d "line_items[0][price_data][currency]=usd" -d "line_items[0][price_data][unit_amount]=2000" -d "line_items[0][price_data][product_data][name]=T-shirt"`,
    },
  ].map(
    ({ id, what, text }) =>
      html`<div class="command"><p>${what}</p>${copyable({ id, text, shown: html`<code>${text}</code>`, words: kit_words.en, what })}</div>`,
  );
