import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanFilename } from './filename.js';

test.each([
  ['receipt.png', 'receipt.png'],
  ['Rechnung f\u00fcr J\u00f6rg (2).pdf', 'Rechnung f\u00fcr J\u00f6rg (2).pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\system.ini', 'system.ini'],
  ['/etc/shadow', 'shadow'],
  ['C:\\Users\\jo\\photo.jpg', 'photo.jpg'],
  ['a\u0000b\r\nc.png', 'abc.png'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['  spaced.png ', 'spaced.png'],
  ["'; drop table objects; --.png", "'; drop table objects; --.png"],
  ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
  ['card 4242 4242 4242 4242.png', 'card [number].png'],
  ['\ud800.png', '\ufffd.png'],
  ['\ud83d\udcb3.png', '\ud83d\udcb3.png'],
])('%j is kept as %j', (given, kept) => {
  expect(cleanFilename(given)).toBe(kept);
});

test.each(['', ' ', '.', '..', '../../', '/', '\\', '\u0000', '../../..', '\u202e'])('of %j nothing is left', (given) => {
  expect(cleanFilename(given)).toBeNull();
});

test('whatever it was, a name is at most 255 long, has no folder, and is well formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (given) => {
      const name = cleanFilename(given) ?? 'x';
      expect(name.length).toBeLessThanOrEqual(255);
      expect(name.isWellFormed()).toBe(true);
      expect(name).not.toMatch(/[/\\\p{Cc}]/u);
    }),
  );
});

test('a name whose end is cut off in the middle of a character stays well formed', () => {
  expect(cleanFilename(`${'a'.repeat(254)}\ud83d\udcb3`)).toBe(`${'a'.repeat(254)}\ufffd`);
});
