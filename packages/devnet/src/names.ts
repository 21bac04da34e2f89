/** The local chains, each started with `--<name>-port` (main.ts). */
export const localChains = ['evm', 'bitcoin'] as const;
