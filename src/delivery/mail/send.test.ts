import { expect, test } from 'vitest';
import { Concealed } from '../../kernel/base/concealed.js';
import { serverIn } from './send.js';

test.each([
  ['smtp://mail.example.com', 'mail.example.com', 587],
  ['smtps://mail.example.com', 'mail.example.com', 465],
  ['smtp://florin:secret@[2001:db8::1]:2525', '2001:db8::1', 2525],
  ['smtp://[::1]', '::1', 587],
])('%s is host %s, port %i', (url, host, port) => {
  expect(serverIn(new Concealed(url))).toMatchObject({ host, port });
});
