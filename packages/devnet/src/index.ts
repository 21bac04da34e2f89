/** Local chains with real rules, for development and tests. Never a production dependency. */
export { devnetChains } from './chains.ts';
export { startDevnet } from './devnet.ts';
export type { Devnet, DevnetNodes, DevnetOptions } from './types.ts';
