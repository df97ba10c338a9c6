import { afterAll, expect } from 'vitest';
import { audit } from '../../src/ledger/balances.js';
import { startService, type TestService } from './service.js';

/** A service of its own for a test file. When all of the file is done its books are audited, and it is stopped. */
export async function auditedService(): Promise<TestService> {
  const service = await startService();
  afterAll(async () => {
    const violations = await audit(service.engine.database);
    await service.stop();
    expect(violations).toEqual([]);
  });
  return service;
}
