import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGenerator } from './generator.js';
import { payAtOnce } from './pay-at-once.js';
import { progressOf } from './progress.js';
import { environmentOf, startBuilt } from './service.js';

/** How many processes serve, in turn. */
const counts = [1, 2, 4];

const folder = mkdtempSync(join(tmpdir(), 'florin-several-'));
const generator = startGenerator();
const { step, done } = progressOf(counts.length);
const lines: string[] = [];
let alone = 0;
try {
  for (const count of counts) {
    step(`${count} processes`);
    const service = await startBuilt({ ...environmentOf(folder), FLORIN_WORKER: 'on', FLORIN_PROCESSES: String(count) });
    const { per_second, p50_ms, p99_ms } = await payAtOnce(service, generator);
    alone ||= per_second;
    lines.push(
      `${String(count).padStart(2)}  ${per_second.toFixed(0).padStart(6)} payments/s  ${(per_second / alone).toFixed(2)} of one process  p50 ${p50_ms.toFixed(1)} ms  p99 ${p99_ms.toFixed(1)} ms`,
    );
    await service.stop();
  }
  done();
  process.stdout.write(
    `Payments by card over 64 connections, by the number of processes, on ${availableParallelism()} cores:\n${lines.join('\n')}\n`,
  );
} finally {
  generator.stop();
  rmSync(folder, { recursive: true, force: true });
}
