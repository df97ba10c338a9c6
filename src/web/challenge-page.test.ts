import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Challenge, challengeDonePage, challengePage, errorPage, notFoundPage } from './challenge-page.js';

const view: Challenge = {
  kind: 'three_d_secure',
  business_name: 'Rocket Rides',
  payment_method_label: 'Visa ending in 4242',
  description: 'Order 1042',
  amount: { amount: 428900, currency: 'usd' },
  livemode: false,
  action: '/challenge/abc',
  nonce: 'bm9uY2U=',
  return_url: 'https://shop.example/done',
};

const payloads = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</bdi></dd></dl></form></main><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<iframe src=javascript:alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data=javascript:alert(1)>',
  '<embed src=javascript:alert(1)>',
  '<a href=javascript:alert(1)>x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<form action=javascript:alert(1)><button>x</button></form>',
  '<button formaction=javascript:alert(1)>x</button>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<style>*{background:url(https://evil.example)}</style>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '--><script>alert(1)</script>',
  ']]><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '" autofocus onfocus=alert(1) x="',
  "' autofocus onfocus=alert(1) x='",
  '` onmouseover=alert(1) `',
  '" style="animation:rise" onanimationend="alert(1)',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)',
  '&#x3c;img src=x onerror=alert(1)&#x3e;',
  '&lt',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '\\u003cscript\\u003ealert(1)',
  '\u0000<script>alert(1)</script>',
  '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '<script\u000calert(1)>',
  '<\u017fcript>alert(1)</\u017fcript>',
  '\uff1cscript\uff1ealert(1)',
  '\ud800<script>alert(1)</script>',
  '\u202e<script>alert(1)</script>',
  '\u2066</bdi><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  '$\u007balert(1)}',
  '$&$1$`<script>',
  '<plaintext>',
  '<'.repeat(500),
  '"\'>'.repeat(200),
];

// What a browser would see as tags: the same for each page, whatever is written in its fields.
const tags = (whole: string): string[] => (whole.match(/<[^>]*>/g) ?? []).map(withoutValues);
const withoutValues = (tag: string): string => tag.replace(/"[^"]*"/g, '""');

const kinds = ['three_d_secure', 'redirect'] as const;
const fields = ['business_name', 'payment_method_label', 'description'] as const;
const cases = kinds.flatMap((kind) => [view.amount, null].map((amount) => ({ ...view, kind, amount })));

describe('hostile text', () => {
  test.each(payloads)('%j adds no tag and no attribute, in no field', (payload) => {
    for (const honest of cases) {
      for (const field of fields) {
        expect(tags(challengePage({ ...honest, [field]: payload }))).toEqual(tags(challengePage(honest)));
      }
    }
  });

  test('no string at all does', () => {
    const hostile = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...payloads));
    fc.assert(
      fc.property(hostile, hostile, hostile, (business_name, payment_method_label, description) => {
        const filled = { business_name: `.${business_name}`, payment_method_label, description: `.${description}` };
        expect(tags(challengePage({ ...view, ...filled }))).toEqual(tags(challengePage(view)));
      }),
    );
  });

  test.each(payloads)('%j is only text in the currency, the addresses and the other pages', (payload) => {
    const currency = { ...view, amount: { amount: 1, currency: payload } };
    expect(tags(challengePage(currency))).toEqual(tags(challengePage({ ...view, amount: { amount: 10 ** 9, currency: 'usd' } })));
    expect(tags(challengePage({ ...view, return_url: `https://shop.example/?x=${payload}` }))).toEqual(tags(challengePage(view)));
    expect(tags(challengePage({ ...view, action: `/challenge/${payload}` }))).toEqual(tags(challengePage(view)));
    const done = { outcome: 'succeed', business_name: 'Rocket Rides', nonce: view.nonce } as const;
    expect(tags(challengeDonePage({ ...done, business_name: payload }))).toEqual(tags(challengeDonePage(done)));
    expect(tags(errorPage({ nonce: view.nonce, title: payload, message: payload }))).toEqual(tags(notFoundPage(view)));
  });
});

describe('challengePage', () => {
  test.each(cases)('$kind, amount $amount: one heading, one main, one labelled form with three answers', (it) => {
    const whole = challengePage(it);
    expect(whole.match(/<h1/g)).toHaveLength(1);
    expect(whole.match(/<(main|header|footer)>/g)).toEqual(['<header>', '<main>', '<footer>']);
    expect(whole).toContain('<form class="actions" method="post" action="/challenge/abc" aria-labelledby="prompt">');
    expect(whole.match(/id="prompt"/g)).toHaveLength(1);
    expect(whole.match(/type="submit" name="outcome" value="\w+"/g)).toEqual([
      'type="submit" name="outcome" value="succeed"',
      'type="submit" name="outcome" value="fail"',
      'type="submit" name="outcome" value="abandon"',
    ]);
  });

  test('a bank asks for authentication, a wallet for approval', () => {
    expect(challengePage(view)).toMatch(/Confirm this payment<.*Complete authentication<.*Fail authentication</s);
    expect(challengePage({ ...view, kind: 'redirect' })).toMatch(/Approve this payment<.*Approve<.*Refuse</s);
  });

  test('shows what is paid, to whom, with what and for what', () => {
    const whole = challengePage(view);
    for (const fact of ['$4,289.00', 'Rocket Rides', 'Visa ending in 4242', 'Order 1042']) {
      expect(whole).toContain(`<dd><bdi>${fact}</bdi></dd>`);
    }
  });

  test('names no amount when a payment method is only saved', () => {
    const saving = challengePage({ ...view, amount: null });
    expect(saving).toContain('<h1>Save this card for later payments</h1>');
    expect(saving).toContain('Nothing is charged now.');
    expect(saving).not.toContain('Amount');
    const wallet = { ...view, kind: 'redirect', payment_method_label: 'Alipay', amount: null } as const;
    expect(challengePage(wallet)).toContain('<h1>Save <bdi>Alipay</bdi> for later payments</h1>');
  });

  test('leaves out an empty description and names a shop without a name', () => {
    expect(challengePage({ ...view, description: ' ' })).not.toContain('<dt>For</dt>');
    expect(challengePage({ ...view, description: null })).not.toContain('<dt>For</dt>');
    expect(challengePage({ ...view, business_name: ' ' })).toContain('<dd>the shop</dd>');
  });

  test('says that it is a simulation, in test mode only', () => {
    expect(challengePage(view)).toMatch(/TEST MODE.*No bank is asked and no money moves/s);
    expect(challengePage({ ...view, livemode: true })).not.toMatch(/test|simulated|<header>/i);
  });

  test.each([
    ['https://shop.example:8443/done?x=1', 'Afterwards you return to <bdi>shop.example:8443</bdi>.', 'Cancel and return'],
    ['https://b\u00fccher.example/', 'Afterwards you return to <bdi>xn--bcher-kva.example</bdi>.', 'Cancel and return'],
    ['my-app://done', 'Afterwards you return to <bdi>the app</bdi>.', 'Cancel and return'],
    ['javascript:alert(1)', 'Afterwards you can close this page.', 'Cancel'],
    [null, 'Afterwards you can close this page.', 'Cancel'],
  ])('return url %j: %s', (return_url, afterwards, abandon) => {
    const whole = challengePage({ ...view, return_url });
    expect(whole).toContain(afterwards);
    expect(whole).toContain(`>${abandon}</button>`);
  });
});

describe('the pages without a question', () => {
  test.each([
    ['succeed', 'Approved'],
    ['fail', 'Not approved'],
    ['abandon', 'Cancelled'],
    ['expired', 'This page has expired'],
    ['already_done', 'Already answered'],
  ] as const)('%s: %s', (outcome, title) => {
    const whole = challengeDonePage({ outcome, business_name: 'Rocket Rides', nonce: view.nonce });
    expect(whole.match(/<h1>([^<]*)<\/h1>/g)).toEqual([`<h1>${title}</h1>`]);
    expect(whole).toContain('<bdi>Rocket Rides</bdi>');
    expect(whole).not.toContain('<form');
    expect(whole).toContain('TEST MODE');
  });

  test('an error shows its title and message', () => {
    const whole = errorPage({ nonce: view.nonce, title: 'Too many tries', message: 'Wait a minute.' });
    expect(whole).toMatch(/<h1>Too many tries<\/h1><p class="lead">Wait a minute.<\/p>/);
    expect(notFoundPage({ nonce: view.nonce })).toContain('<h1>Page not found</h1>');
  });
});
