export default () => globalThis.florin.close();
