import { openApi } from '../../api/openapi/openapi.js';
import { access } from '../../resources/access.js';
import { catalogue } from '../../resources/index.js';
import { version } from '../wiring/version.js';
import type { Described } from './described.js';
import { operationsIn } from './operations-in.js';
import { type OfResult, sayObject } from './result.js';

/** The OpenAPI description of the catalogue. */
export const description = (): Readonly<Record<string, unknown>> => openApi(catalogue, access, version);

/** `florin openapi`: prints the API description that is committed as openapi.json. */
export const openApiPrinting: Described = {
  json: 'print it on one line',
  examples: ['florin openapi > openapi.json', 'florin openapi --json'],
  add: (command) =>
    command
      .option('--operations', 'print the operations as commands instead, which the build stores beside the program', false)
      .action(({ operations, json }: OfResult & { operations: boolean }) =>
        sayObject({ json: json || operations }, operations ? operationsIn(description()) : description()),
      ),
};
