/** Things that are inscribed on sats: where they lie, and what BRC-20 makes of them. It knows no chain: what is asked of one comes from its family and its reader. */
export {
  amountOf,
  amountText,
  type Brc20Change,
  brc20Decimals,
  type OpenTransfer,
  type Tick,
  tickKey,
} from './brc20.ts';
export type { Curse } from './envelope.ts';
export { type Located, lost, type NewInscription, type OrdinalState, takeOrdinals } from './take-block.ts';
export type { WholeTx } from './types.ts';
