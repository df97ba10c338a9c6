import { openApi } from '../../api/openapi/openapi.js';
import { access } from '../../resources/access.js';
import { catalogue } from '../../resources/index.js';
import { version } from '../wiring/version.js';

/** `florin openapi`: the description as it is committed in openapi.json. */
export const printOpenApi = (): void => void process.stdout.write(`${JSON.stringify(openApi(catalogue, access, version), null, 2)}\n`);
