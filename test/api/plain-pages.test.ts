import { expect, test } from 'vitest';
import { changedPage, unavailablePage } from '../../src/pages/kit/error-page.js';
import { kit_words } from '../../src/pages/kit/kit-words.js';
import { languages, localeOf } from '../../src/pages/paper/languages.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const paths = [
  '/checkout/nothing',
  '/buy/nothing',
  '/invoice/nothing',
  '/challenge/nothing',
  '/express/nothing',
  '/pay/cs_nothing',
] as const;

test.each(paths)('404: %s speaks the language of the browser, and English to a browser that names none', async (path) => {
  const read = async (headers: Record<string, string>): Promise<string> => {
    const answer = await fetch(`${service.url}${path}`, { headers });
    expect(answer.status).toBe(404);
    return answer.text();
  };
  expect(await read({ 'accept-language': 'de-AT, en;q=0.5' })).toMatch(/<html lang="de-AT" dir="ltr">.*<h1>Seite nicht gefunden<\/h1>/s);
  expect(await read({ 'accept-language': 'ar' })).toMatch(/<html lang="ar[^"]*" dir="rtl">.*<h1>الصفحة غير موجودة<\/h1>/s);
  expect(await read({})).toContain('<h1>Page not found</h1>');
});

test.each(languages)('%s: an unavailable page and a closed step have their own words, and the foot has too', (language) => {
  const view = { nonce: 'bm9uY2U=', locale: localeOf([language]) };
  const { unavailable, nothing_lost, changed, not_completed, payments_by } = kit_words[language];
  expect(unavailablePage(view)).toContain(`<h1>${unavailable}</h1><p class="lead">${nothing_lost}</p>`);
  expect(changedPage(view)).toContain(`<h1>${changed}</h1><p class="lead">${not_completed}</p>`);
  expect(changedPage(view)).toContain(payments_by);
});
