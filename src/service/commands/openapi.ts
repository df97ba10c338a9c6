import type { Command } from 'commander';
import { openApi } from '../../api/openapi/openapi.js';
import { access } from '../../resources/access.js';
import { catalogue } from '../../resources/index.js';
import { version } from '../wiring/version.js';
import { operationsIn } from './operations-in.js';

/** The OpenAPI description of the catalogue. */
export const description = (): Readonly<Record<string, unknown>> => openApi(catalogue, access, version);

/** `florin openapi`: prints the API description that is committed as openapi.json. */
export const openApiCommand = (command: Command): void =>
  void command
    .option('--operations', 'print the operations as commands instead, which the build stores beside the program', false)
    .action(({ operations }: { operations: boolean }) => {
      const said = operations ? JSON.stringify(operationsIn(description())) : JSON.stringify(description(), null, 2);
      process.stdout.write(`${said}\n`);
    });
