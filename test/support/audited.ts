import { afterAll, expect } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import type { Environment } from '../../src/service/environment.js';
import { type Patience, startService, type TestService } from './service.js';

/** A separate service for a test file. After all tests of the file its ledger is audited, and it is stopped. */
export async function auditedService(environment: Environment = {}, patience: Patience = {}): Promise<TestService> {
  const service = await startService(environment, patience);
  afterAll(async () => {
    const violations = await audit(service.engine.database);
    await service.stop();
    expect(violations).toEqual([]);
  });
  return service;
}
