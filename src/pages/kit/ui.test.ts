import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney } from '../../arithmetic/billing/format-money.js';
import { stylesheet } from './stylesheet.js';
import { choice, facts, foreign, grouped, html, type Markup, page, picture, render, securityHeaders, textLink } from './ui.js';

const unescaped = (escaped: string): string =>
  escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

describe('html', () => {
  test('escapes every value, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const escaped = render(html`${value}`);
        expect(escaped).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
        expect(unescaped(escaped)).toBe(value);
      }),
    );
  });

  test('lets markup through, joins lists and shows nothing for nothing', () => {
    const inner = html`<b>${'<'}</b>`;
    expect(render(html`${inner}|${[inner, ' & ', [1, 2n]]}|${null}${undefined}${false}|${0}${''}`)).toBe(
      '<b>&lt;</b>|<b>&lt;</b> &amp; 12||0',
    );
  });

  test('does not take parsed JSON for markup', () => {
    const posing = JSON.parse('{"text":"<b>","markup text":"<b>"}') as Markup;
    expect(() => render(html`${posing}`)).toThrow();
  });
});

describe('foreign', () => {
  test('isolates direction and cuts by character, never inside one', () => {
    expect(render(foreign('\u202eabc'))).toBe('<bdi>\u202eabc</bdi>');
    expect(render(foreign('💶💶💶💶', 3))).toBe('<bdi>💶💶…</bdi>');
    expect(render(foreign('💶💶💶', 3))).toBe('<bdi>💶💶💶</bdi>');
  });
});

describe('page', () => {
  const whole = page({ title: '</title><script>', nonce: 'bm9uY2U=', body: html`<main></main>` });

  test('is one document with one sheet under the nonce, no script and nothing fetched', () => {
    expect(whole).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    expect(whole.match(/<style/g)).toHaveLength(1);
    expect(whole).toContain('<style nonce="bm9uY2U=">');
    expect(whole).toContain('<title>&lt;/title&gt;&lt;script&gt; · Florin</title>');
    expect(whole).toContain('<meta name="referrer" content="no-referrer">');
    expect(whole).not.toMatch(/<script|\son\w+=|\sstyle=|src=|@import|url\(/i);
  });

  test('takes a sheet and a script of its own under the same nonce, and neither can end its element', () => {
    const own = page({ title: '', nonce: 'x', body: html``, own: { sheet: '.a { color: red }', script: 'start();' } });
    expect(own).toContain('.a { color: red }</style>');
    expect(own).toContain('<script nonce="x">start();</script>');
    for (const text of ['</style>', 'a</SCRIPT >']) {
      expect(() => page({ title: '', nonce: 'x', body: html``, own: { sheet: text, script: '' } })).toThrow(TypeError);
      expect(() => page({ title: '', nonce: 'x', body: html``, own: { sheet: '', script: text } })).toThrow(TypeError);
    }
  });

  test('writes from right to left where the language does', () => {
    expect(page({ title: '', nonce: 'x', lang: 'ar-EG', body: html`` })).toContain('<html lang="ar-EG" dir="rtl">');
    expect(page({ title: '', nonce: 'x', lang: 'arn', body: html`` })).toContain('dir="ltr"');
  });
});

describe('stylesheet', () => {
  test('cannot end its element, and names no left or right', () => {
    expect(stylesheet).not.toContain('</');
    expect(stylesheet).not.toMatch(/\b(left|right|margin-top|margin-bottom|padding-top|padding-bottom)\b/);
  });

  const schemes = stylesheet.split('@media (prefers-color-scheme: dark)').map(colours);
  const pairs = [
    ['ink', 'paper'],
    ['ink', 'card'],
    ['ink', 'panel'],
    ['muted', 'paper'],
    ['muted', 'glow'],
    ['muted', 'card'],
    ['muted', 'panel'],
    ['on-accent', 'accent'],
    ['on-accent', 'accent-strong'],
    ['danger', 'card'],
    ['danger', 'danger-soft'],
    ['accent', 'accent-soft'],
    ['warn-ink', 'warn'],
  ] as const;

  test.each(pairs)('text in %s on %s has a contrast of at least 4.5 in both schemes', (ink, ground) => {
    for (const scheme of schemes) expect(contrast(scheme, ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['edge', 'card'],
    ['accent', 'card'],
  ])('the outline in %s on %s has a contrast of at least 3 in both schemes', (ink, ground) => {
    for (const scheme of schemes) expect(contrast(scheme, ink, ground)).toBeGreaterThanOrEqual(3);
  });
});

function colours(css: string): Map<string, string> {
  const rule = css.slice(0, css.indexOf('}'));
  return new Map([...rule.matchAll(/--([a-z-]+): #([0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]));
}

function contrast(scheme: Map<string, string>, ink: string, ground: string): number {
  const [dark = 0, light = 0] = [luminance(scheme.get(ink)), luminance(scheme.get(ground))].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour = ''): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('building blocks', () => {
  test('facts are terms with details', () => {
    expect(render(facts([{ term: 'Pay <to>', detail: html`<bdi>A</bdi>` }]))).toBe(
      '<dl class="facts"><div class="fact"><dt>Pay &lt;to&gt;</dt><dd><bdi>A</bdi></dd></div></dl>',
    );
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)', ''])(
    'a form never posts to %j',
    (action) => {
      expect(() => choice({ action, prompt: '', buttons: [] })).toThrow(TypeError);
      expect(() => textLink(action, 'x')).toThrow(TypeError);
    },
  );

  test.each(['https://evil.example/x.svg', 'javascript:alert(1)', 'data:text/html;base64,AAAA', 'data:image/svg+xml;base64,AA"', '/x.svg'])(
    'a picture never comes from %j',
    (source) => {
      expect(() => picture({ source, text: 'x', shape: 'wide' })).toThrow(TypeError);
    },
  );

  test('a picture says in words what it shows', () => {
    expect(render(picture({ source: 'data:image/svg+xml;base64,AAAA', text: 'a "code"', shape: 'square' }))).toBe(
      '<img class="picture square" src="data:image/svg+xml;base64,AAAA" alt="a &quot;code&quot;">',
    );
  });

  test.each([
    ['12345678', '1234 5678'],
    ['123456789', '1234 5678 9'],
    ['123', '123'],
    ['\ud83d\udcb6'.repeat(5), `${'\ud83d\udcb6'.repeat(4)} \ud83d\udcb6`],
    ['', ''],
  ])('%s is written as %s', (number, expected) => {
    expect(render(grouped(number))).toBe(`<bdi>${expected}</bdi>`);
  });
});

describe('securityHeaders', () => {
  test('admits the one sheet, our own images, our own forms and nothing else', () => {
    const headers = securityHeaders({ nonce: 'bm9uY2U=', formActions: ['https:', 'my-app:'] });
    expect(headers['Content-Security-Policy']).toBe(
      "default-src 'none'; style-src 'nonce-bm9uY2U='; img-src 'self' data:; form-action 'self' https: my-app:; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers).toMatchObject({
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
  });

  test('admits a script under the nonce only to a page that has one', () => {
    const policy = (scripts: boolean): string =>
      String(securityHeaders({ nonce: 'x', formActions: [], scripts })['Content-Security-Policy']);
    expect(policy(true)).toContain("; script-src 'nonce-x';");
    expect(policy(false)).not.toContain('script-src');
  });

  test('speaks of HSTS over https only', () => {
    const plain = securityHeaders({ nonce: 'x', formActions: [] });
    expect(plain).not.toHaveProperty('Strict-Transport-Security');
    expect(securityHeaders({ nonce: 'x', formActions: [], https: true })).toEqual({
      ...plain,
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    });
  });

  test.each(['https://a;script-src', 'https://a,b', 'https: *', "'unsafe-inline'", 'a\r\nb', ''])(
    'refuses %j as a form action',
    (formAction) => {
      expect(() => securityHeaders({ nonce: 'x', formActions: [formAction] })).toThrow(TypeError);
    },
  );

  test.each(["x' 'unsafe-inline", 'x;', 'x y', '', 'x\n'])('refuses %j as a nonce', (nonce) => {
    expect(() => securityHeaders({ nonce, formActions: [] })).toThrow(TypeError);
  });
});

describe('formatMoney', () => {
  test.each([
    [1050, 'usd', '$10.50'],
    [5, 'usd', '$0.05'],
    [0, 'eur', '€0.00'],
    [-1050, 'gbp', '-£10.50'],
    [1050, 'jpy', '¥1,050'],
    [1050, 'kwd', 'KWD\u00a01.050'],
    [1050, 'huf', 'HUF\u00a010.50'],
    [1050, 'mga', 'MGA\u00a01,050'],
    [9007199254740991, 'usd', '$90,071,992,547,409.91'],
    [1050, 'nonsense', '1050 NONSENSE'],
  ])('%d %s reads %s', (amount, currency, expected) => {
    expect(formatMoney({ amount, currency })).toBe(expected);
  });

  test('follows the language', () => {
    expect(formatMoney({ amount: 123456, currency: 'eur' }, 'de')).toBe('1.234,56\u00a0€');
  });
});
