import { startFlorin } from 'florin/testing';

/** One Florin for the run. Each test file takes another key, which opens a sandbox of its own. */
export default async function setup() {
  globalThis.florin = await startFlorin();
  process.env.FLORIN_URL = globalThis.florin.url;
}
