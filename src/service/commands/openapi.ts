import type { Command } from 'commander';
import { openApi } from '../../api/openapi/openapi.js';
import { access } from '../../resources/access.js';
import { catalogue } from '../../resources/index.js';
import { version } from '../wiring/version.js';

/** `florin openapi`: prints the API description that is committed as openapi.json. */
export const openApiCommand = (command: Command): void =>
  void command.action(() => void process.stdout.write(`${JSON.stringify(openApi(catalogue, access, version), null, 2)}\n`));
