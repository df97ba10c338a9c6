import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formActionSources, returnLocation } from './return-location.js';
import { securityHeaders } from './ui.js';

describe('returnLocation', () => {
  test.each([
    ['https://shop.example', 'https://shop.example/?a=1'],
    ['https://shop.example/done', 'https://shop.example/done?a=1'],
    ['https://shop.example/done?', 'https://shop.example/done?a=1'],
    ['https://shop.example/done?x=b%20c&y&z=%zz+1', 'https://shop.example/done?x=b%20c&y&z=%zz+1&a=1'],
    ['https://shop.example/done?x=1#part?a=2', 'https://shop.example/done?x=1&a=1#part?a=2'],
    ['https://shop.example/#/route?x=1', 'https://shop.example/?a=1#/route?x=1'],
    ['http://localhost:3000/done', 'http://localhost:3000/done?a=1'],
    ['http://[::1]:3000/', 'http://[::1]:3000/?a=1'],
    ['myapp://done?x=1', 'myapp://done?x=1&a=1'],
    ['myapp://done#part', 'myapp://done?a=1#part'],
    ['myapp:done?x=1', 'myapp:done?x=1&a=1'],
    ['com.example.app:/done', 'com.example.app:/done?a=1'],
    ['MyApp://Done', 'myapp://Done?a=1'],
    ['exp://192.168.0.9:8081/--/done', 'exp://192.168.0.9:8081/--/done?a=1'],
  ])('%s', (return_url, expected) => {
    expect(returnLocation(return_url, { a: '1' })).toBe(expected);
  });

  test('says each of its parameters once', () => {
    const given = 'https://shop.example/?redirect_status=succeeded&x=1&redirect%5Fstatus=succeeded';
    expect(returnLocation(given, { redirect_status: 'failed' })).toBe('https://shop.example/?x=1&redirect_status=failed');
  });

  test('still knows an address with ü when the code is warm', () => {
    const asked = Array.from({ length: 10_000 }, () => returnLocation('https://b\u00fccher.example/', {}));
    expect(new Set(asked)).toEqual(new Set(['https://xn--bcher-kva.example/']));
  });

  test('writes no blank as a plus sign', () => {
    expect(returnLocation('myapp://done', { a: 'b c+d&e' })).toBe('myapp://done?a=b%20c%2Bd%26e');
  });

  test('adds nothing when there is nothing to add', () => {
    expect(returnLocation('https://shop.example/?x=1', {})).toBe('https://shop.example/?x=1');
    expect(returnLocation('myapp://done', {})).toBe('myapp://done');
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'javascript://shop.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://shop.example/1',
    'filesystem:https://shop.example/1',
    'about:blank',
    'view-source:https://shop.example',
    'chrome://settings',
    'chrome-extension://abc/page.html',
    'intent://scan/#Intent;end',
    'ms-msdt:/id',
    'ms-settings:privacy',
    'search-ms:query=x',
    'mailto:a@shop.example',
    'tel:+123',
    'ws://shop.example',
    'wss://shop.example',
    'ftp://shop.example',
    '//shop.example/done',
    '/done',
    'shop.example/done',
    'https://',
    '',
  ])('refuses %j', (return_url) => {
    expect(returnLocation(return_url, { a: '1' })).toBeNull();
    expect(formActionSources(return_url)).toEqual([]);
  });

  test('is a header value and keeps its parameters, whatever they are', () => {
    const anything = fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }));
    const return_url = fc.constantFrom('https://shop.example/?x=1#y', 'myapp://done', 'myapp:done?x=1');
    fc.assert(
      fc.property(return_url, anything, (given, params) => {
        const location = returnLocation(given, params) ?? '';
        expect(location).toMatch(/^[\x21-\x7e]+$/);
        const sent = new URL(location).searchParams;
        for (const [name, value] of Object.entries(params)) expect(sent.getAll(name.toWellFormed())).toContain(value.toWellFormed());
      }),
    );
  });
});

describe('formActionSources', () => {
  test.each([
    ['https://shop.example/done', ['https:']],
    ['http://localhost:3000/done', ['http:', 'https:']],
    ['com.example.my-app+x:/done', ['com.example.my-app+x:']],
    ['https://a;script-src *', []],
    ["https://a;script-src'*'/", ['https:']],
    [null, []],
  ])('%j: %j', (return_url, sources) => {
    expect(formActionSources(return_url)).toEqual(sources);
  });

  test('never makes a header that cannot be sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.stringMatching(/^[a-z][a-z0-9+.-]*:[^ ]*$/)), (return_url) => {
        const formActions = formActionSources(return_url);
        const policy = securityHeaders({ nonce: 'x', formActions })['Content-Security-Policy'];
        expect(policy?.split(';')).toHaveLength(6);
      }),
    );
  });
});
