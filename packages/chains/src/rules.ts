import { bitcoinRules } from './bitcoin/index.ts';
import { evmRules } from './evm/index.ts';
import type { ChainConfig, ChainRules } from './types.ts';

export const rulesOf = (chain: ChainConfig): ChainRules => (chain.family === 'evm' ? evmRules : bitcoinRules);
