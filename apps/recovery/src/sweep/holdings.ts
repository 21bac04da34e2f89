import type { FeePlan } from '@holdfast/chains';

/** What lies on addresses of the group and can be swept, as a node told it. No secret: made where a node is in reach, and read where none is. */
export type Holding = AccountHolding | CoinsHolding | TimedHolding;

/** Amounts are base units, as text. */
export interface AccountHolding {
  readonly model: 'account';
  readonly chain: string;
  readonly path: string;
  readonly nonce: string;
  /** Price of the payments, as the chain's family has it. */
  readonly fees: FeePlan;
  /** Coins and tokens that are there; `contract` is '' for the chain's own coin. */
  readonly balances: readonly { readonly contract: string; readonly amount: string; readonly gasLimit: string }[];
}

/** Of chains whose transactions stand for themselves. What is signed of it can be sent for half a day, and stands on a block of when a node was asked. */
export interface TimedHolding {
  readonly model: 'timed';
  readonly chain: string;
  readonly path: string;
  /** What plans need of the chain, as its family has it. */
  readonly anchor: FeePlan;
  readonly fees: FeePlan;
  /** `energy`: what a payment of it takes to compute. */
  readonly balances: readonly { readonly contract: string; readonly amount: string; readonly energy: string }[];
}

export interface CoinsHolding {
  readonly model: 'utxo';
  readonly chain: string;
  readonly fees: FeePlan;
  readonly coins: readonly HeldCoin[];
}

export interface HeldCoin {
  readonly path: string;
  readonly txid: string;
  readonly vout: number;
  readonly amount: string;
  /** The raw transaction that made it, hex. What it says of the amount is what counts. */
  readonly prevTx: string;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const texts = (value: Fields, ...names: string[]) => names.every((name) => typeof value[name] === 'string');
const units = (value: unknown) => typeof value === 'string' && /^(0|[1-9]\d{0,77})$/.test(value);
const every = (value: unknown, fits: (one: Fields) => boolean): boolean =>
  Array.isArray(value) && value.every((one) => isFields(one) && fits(one));

const isTexts = (value: unknown): boolean =>
  isFields(value) && Object.values(value).every((one) => typeof one === 'string');

function isHolding(value: unknown): value is Holding {
  if (!isFields(value) || !texts(value, 'chain') || !isTexts(value.fees)) return false;
  if (value.model === 'utxo')
    return every(
      value.coins,
      (coin) => texts(coin, 'path', 'txid', 'prevTx') && Number.isSafeInteger(coin.vout) && units(coin.amount),
    );
  if (value.model === 'timed')
    return (
      texts(value, 'path') &&
      isTexts(value.anchor) &&
      every(value.balances, (one) => texts(one, 'contract') && units(one.amount) && units(one.energy))
    );
  const isBalance = (one: Fields) => texts(one, 'contract') && units(one.amount) && units(one.gasLimit);
  return value.model === 'account' && texts(value, 'path') && units(value.nonce) && every(value.balances, isBalance);
}

/** Form only: what the values mean is checked where transactions are built. @returns undefined for anything else */
export function readHoldings(text: string): Holding[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return Array.isArray(value) && value.every(isHolding) ? value : undefined;
}
