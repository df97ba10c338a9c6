import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { program } from './support/built.js';
import { describeWith } from './support/installed.js';

const unit = resolve(import.meta.dirname, '../ops/systemd/florin.service');

describeWith(['systemd-analyze'], 'the unit of systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-systemd-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('systemd-analyze verify finds nothing to say about it', () => {
    // The program is looked for where it is said to be, so it is named as on this machine.
    const here = join(folder, 'florin.service');
    writeFileSync(
      here,
      readFileSync(unit, 'utf8').replace('/usr/bin/node', process.execPath).replaceAll('/opt/florin', resolve(program, '../../../..')),
    );
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', here], { encoding: 'utf8' });
    expect([status, `${stdout}${stderr}`]).toEqual([0, '']);
  });

  test('systemd-analyze security rates it as little exposed', () => {
    const text = execFileSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' });
    expect(text).toMatch(/Overall exposure level for florin\.service: [012]\.\d OK/);
  });
});
