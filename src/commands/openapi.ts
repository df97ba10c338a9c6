import { openApi } from '../http/openapi.js';
import { version } from '../main.js';
import { access } from '../resources/access.js';
import { catalogue } from '../resources/index.js';

/** `florin openapi`: the description as it is committed in openapi.json. */
export const printOpenApi = (): void => void process.stdout.write(`${JSON.stringify(openApi(catalogue, access, version), null, 2)}\n`);
