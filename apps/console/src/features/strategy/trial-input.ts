import type { RuleType } from '@holdfast/policy';
import { hasContracts } from './calls.ts';
import type { Coin } from './draft.ts';

/** A contract call as it is being written; the method is a signature, a selector, or '' for none. */
export interface TrialCall {
  readonly contract: string;
  readonly method: string;
  /** All that is sent; missing or '' where it is not known. */
  readonly data?: string;
}

/** A transaction that somebody imagines. */
export interface Trial {
  readonly type: RuleType;
  readonly initiator: string;
  readonly wallet: string;
  /** `chain|contract` of what is paid or given away; of web3 calls the chain's own coin. */
  readonly coin: string;
  readonly amount: string;
  /** Of the chain's own coin, what a web3 call sends along instead of an amount; '' is nothing. */
  readonly value: string;
  readonly to: 'own' | 'entry' | 'other';
  /** Hash of the entry that is paid, or whose contract is called. */
  readonly entry: string;
  readonly calls: readonly TrialCall[];
  readonly callsKnown: boolean;
  /** USD per whole coin; '' is unknown. */
  readonly price: string;
  /** In coins, of everything that a sliding window counts before this transaction. */
  readonly spent: string;
}

/** Coins that a transaction of this type can give away: web3 calls send the coin of a chain that has contracts. */
export const coinsFor = (type: RuleType, coins: readonly Coin[]): readonly Coin[] =>
  type === 'web3' ? coins.filter(({ chain, contract }) => contract === '' && hasContracts(chain, coins)) : coins;
