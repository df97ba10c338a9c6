import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long whatever their size, the longest first: started at the end they would keep one worker busy while others idle. */
const long = [
  'test/kill.test.ts',
  'test/browser/payments.test.ts',
  'test/failpoints.test.ts',
  'test/failpoints.money.test.ts',
  'test/browser/challenge.test.ts',
  'test/security/hostile-parameters.test.ts',
  'src/service/embedded-postgres/embedded-postgres.test.ts',
  'test/security/hard-days.test.ts',
  'src/service/embedded-postgres/crash.test.ts',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const place = long.findIndex((name) => moduleId.endsWith(`/${name}`));
  return place === -1 ? long.length : place;
};

/** The order in which test files run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
