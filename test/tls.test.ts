import { type ChildProcess, execFile } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../src/kernel/storage/migrate.js';
import { isRoot, unprivileged } from '../src/service/embedded-postgres/folder.js';
import { freePort } from './support/acquirer.js';
import { program } from './support/built.js';
import { debian_programs, ownFolder, runAs, spawnAs, untilAnswered } from './support/debian-postgres.js';
import { describeWith } from './support/installed.js';
import { room } from './support/room.js';
import { killGroup } from './support/running.js';
import { ringText, serve } from './support/service.js';
import { rowsOf } from './support/services.js';

const programs = debian_programs ?? '/usr/lib/postgresql/15/bin';

describeWith(['openssl', join(programs, 'initdb')], 'a PostgreSQL that is reached through TLS alone, with a password', () => {
  const root = mkdtempSync(join(room, 'florin-tls-'));
  const data = join(root, 'data');
  const keys = join(root, 'keys');
  let server: ChildProcess;
  let port = 0;

  const openssl = (...words: readonly string[]): string => runAs('openssl', words);
  const authority = (name: string): void => {
    const to = ['-keyout', join(keys, `${name}.key`), '-out', join(keys, `${name}.crt`)];
    openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`, ...to);
  };
  const addressOf = (host: string, ca: string): string =>
    `postgresql://postgres:a%20secret@${host}:${port}/florin?sslmode=verify-full&sslrootcert=${join(keys, `${ca}.crt`)}`;

  beforeAll(async () => {
    chmodSync(root, 0o755);
    for (const folder of [data, keys, join(root, 'socket')]) ownFolder(folder);
    authority('authority');
    authority('stranger');
    const request = ['-keyout', join(keys, 'server.key'), '-out', join(keys, 'server.csr'), '-subj', '/CN=localhost'];
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-addext', 'subjectAltName=DNS:localhost', ...request);
    const signing = [
      '-CA',
      join(keys, 'authority.crt'),
      '-CAkey',
      join(keys, 'authority.key'),
      '-CAcreateserial',
      '-copy_extensions',
      'copy',
    ];
    openssl('x509', '-req', '-in', join(keys, 'server.csr'), '-days', '2', ...signing, '-out', join(keys, 'server.crt'));

    const password = join(root, 'password');
    writeFileSync(password, 'a secret');
    if (isRoot()) chownSync(password, unprivileged.uid, unprivileged.gid);
    runAs(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${password}`]);
    writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\nhostssl all all ::1/128 scram-sha-256\n');
    port = await freePort();
    appendFileSync(
      join(data, 'postgresql.conf'),
      `\nlisten_addresses = 'localhost'\nport = ${port}\nunix_socket_directories = '${root}/socket'\nssl = on
ssl_cert_file = '${join(keys, 'server.crt')}'\nssl_key_file = '${join(keys, 'server.key')}'\n`,
    );
    server = spawnAs(join(programs, 'postgres'), ['-D', data]);
    await untilAnswered(addressOf('localhost', 'authority').replace('/florin', '/postgres'), 'create database florin');
    await migrate({ url: addressOf('localhost', 'authority'), log: () => {} });
  });
  afterAll(() => {
    if (server?.pid) killGroup(server.pid);
    rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  test('every connection of the service is encrypted, and payments, events and the worker run over it', async () => {
    const service = await serve(addressOf('localhost', 'authority'));
    try {
      const client = service.client('sk_test_tls');
      const paid = { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
      expect((await client.post('/v1/payment_intents', paid)).body.status).toBe('succeeded');
      const text = `select distinct ssl, application_name like 'florin%' as is_florin from pg_stat_ssl join pg_stat_activity using (pid) where datname = 'florin'`;
      expect(await rowsOf(service, text)).toEqual([{ ssl: true, is_florin: true }]);
    } finally {
      await service.stop();
    }
  });

  test.each([
    ['whose certificate another authority has signed', 'localhost', 'stranger', /certificate.*Correct its sslmode and sslrootcert/],
    ['under a name that its certificate does not have', '127.0.0.1', 'authority', /Hostname\/IP.*altnames.*sslmode and sslrootcert/],
  ])('a server %s is refused, with the setting to change', async (_, host, ca, why) => {
    const env = { ...process.env, DATABASE_URL: addressOf(host, ca), FLORIN_VAULT_KEYS: ringText(), LOG_LEVEL: 'silent' };
    const [code, said] = await new Promise<[number, string]>((done) => {
      execFile(process.execPath, [program, 'audit'], { env }, (failure, stdout, stderr) =>
        done([failure ? Number(failure.code) : 0, stdout + stderr]),
      );
    });
    expect(code).toBe(1);
    expect(said).toMatch(why);
    expect(said).not.toContain('a secret');
  });
});
