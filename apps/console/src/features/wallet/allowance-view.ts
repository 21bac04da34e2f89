import type { contract, Output } from '@holdfast/contract';

/** What others may take of a sub-wallet on one chain. */
export type OnChain = Output<typeof contract.web3.allowances>['list'][number];
