import type { contract, Output } from '@holdfast/contract';
import { methodOf } from '@holdfast/policy';
import { dataOf } from '../../../lib/abi.ts';
import { fieldsLike } from '../../../lib/kept-form.ts';
import { fieldsOf } from '../../../lib/stored.ts';

export type Collection = Output<typeof contract.nft.asset>['nft_list'][number];
export type Info = Output<typeof contract.nft.info>;

/** A collection of a wallet, as calls name it. */
export interface Place {
  readonly subWalletId: number;
  readonly chain: string;
  readonly contract: string;
}
/** What is chosen to be sent. `amount`: as it is written. */
export interface Chosen {
  readonly id: string;
  readonly amount: string;
}
/** What is written to send some of a collection. */
export interface SendingForm {
  readonly ids: readonly string[];
  readonly to: string;
  /** By id, as they are written; one where nothing is. */
  readonly amounts: Readonly<Record<string, string>>;
  /** By the data of a transfer that was asked for: asked for again, it is the same order. */
  readonly requests: Readonly<Record<string, string>>;
}
export const emptySending: SendingForm = { ids: [], to: '', amounts: {}, requests: {} };
/** One place for a collection: which of it were chosen is kept too. */
export const sendingPlace = ({ subWalletId, chain, contract }: Place): string =>
  `nft:${subWalletId}:${chain}:${contract}`;
export const readSending = (value: unknown): SendingForm => fieldsLike(emptySending, value);
/** Of what was kept, which were chosen. */
export const leftIds = (value: unknown): readonly string[] | undefined => {
  const { ids } = readSending(fieldsOf(value).form);
  return ids.length > 0 ? ids : undefined;
};
export interface Transfer {
  readonly ids: readonly string[];
  readonly data: string;
}

const single = 'safeTransferFrom(address from,address to,uint256 id)';
const some = 'safeTransferFrom(address from,address to,uint256 id,uint256 amount,bytes data)';
const batch = 'safeBatchTransferFrom(address from,address to,uint256[] ids,uint256[] amounts,bytes data)';

function callOf(text: string, texts: readonly string[]): string {
  const method = methodOf(text);
  return method ? dataOf(method, texts).data : '';
}

/**
 * The calls that give what is chosen: one for all where the contract gives several at a time, else one for each. `safe…`: a contract that cannot hold it refuses
 * it, so that it is not lost there.
 */
export function transfersOf(standard: '721' | '1155', from: string, to: string, chosen: readonly Chosen[]): Transfer[] {
  if (standard === '721') return chosen.map(({ id }) => ({ ids: [id], data: callOf(single, [from, to, id]) }));
  const [first, ...more] = chosen;
  if (!first) return [];
  if (more.length === 0) return [{ ids: [first.id], data: callOf(some, [from, to, first.id, first.amount, '0x']) }];
  const lists = [chosen.map(({ id }) => id), chosen.map(({ amount }) => amount)].map((list) => JSON.stringify(list));
  return [{ ids: chosen.map(({ id }) => id), data: callOf(batch, [from, to, ...lists, '0x']) }];
}

/** Is it a whole number from one to so many? */
export const isAmount = (text: string, most: string): boolean =>
  /^[1-9]\d{0,77}$/.test(text) && BigInt(text) <= BigInt(most);

/** Nobody: what comes from there was made, and what goes there was unmade. */
export const isNobody = (address: string): boolean => /^0x0{40}$/.test(address);
