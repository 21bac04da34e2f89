import {
  dataOf,
  deploymentIn,
  dispersedBy,
  givesAllowance,
  type Intent,
  inflowOf,
  initCodeOf,
  inscriptionOf,
  isCall,
  isChild,
  isDeploy,
  isDisperse,
  isDrop,
  isMessage,
  isRow,
  isStep,
  kindRecords,
  movesCoins,
  movesStake,
  outflowsOf,
  parentOf,
  type Reading,
  readCall,
  statedTrade,
} from '@holdfast/policy';
import { ChainError } from './errors.ts';
import type { ChainFamily, Disperse } from './family.ts';
import { splitPath } from './path-text.ts';
import { unitsPattern } from './plan-fields.ts';
import { type AddressCheck, type AssetConfig, type ChainConfig, findAsset, type MemoRule } from './types.ts';

/** What an intent asks of one chain, checked against that chain's registry. */
export interface Transfer {
  readonly asset: AssetConfig;
  readonly path: string;
  readonly outputs: readonly { readonly address: string; readonly amount: bigint; readonly memo: string }[];
  /** The transaction of which an output has to be spent, where that is what is asked for: 64 hex; else ''. */
  readonly parent: string;
  /** The lower of the intent's cap and the chain's. */
  readonly feeCap: bigint;
  /** What a contract call says by its data; undefined of anything else, and of what nobody can read. */
  readonly reading: Reading | undefined;
}

/** Canonical non-negative integer text. @throws ChainError with `code` */
export function readUnits(text: string, code: 'badIntent' | 'badPlan', field: string): bigint {
  if (!unitsPattern.test(text)) throw new ChainError(code, field);
  return BigInt(text);
}

export const nativeAsset = (chain: ChainConfig): AssetConfig => {
  const native = chain.assets.find((asset) => asset.contract === '');
  if (!native) throw new ChainError('unknownAsset', `${chain.id} has no coin of its own`);
  return native;
};

const need = (holds: boolean, field: string): void => {
  if (!holds) throw new ChainError('badIntent', field);
};

/** Can a payee be told this? Always where it is nothing. */
export const takesMemo = ({ memo: rule }: { readonly memo: MemoRule }, memo: string): boolean =>
  memo === '' || (rule !== 'none' && memo.length <= rule.most && /^[\x20-\x7e]*$/.test(memo));

/** What the reading of an intent needs of the chain's family. */
export interface TransferRules {
  readonly model: ChainFamily['model'];
  readonly coinType: number;
  readonly conflict: string;
  readonly memo: MemoRule;
  /** Are there resources that coins are staked for? */
  readonly hasStake?: boolean;
  /** Do tokens of the chain let others take of them? */
  readonly hasAllowances?: boolean;
  /** Can its contracts be called by members? */
  readonly hasCalls?: boolean;
  /** Are things inscribed on its sats? */
  readonly ordinals?: object;
  /** How one transaction pays many, where one can. */
  readonly disperse?: Disperse;
  checkAddress(chain: ChainConfig, text: string): AddressCheck;
}

/** Coin type and sub-wallet of a path must be the intent's: no sub-wallet pays for another. @throws ChainError `badPath` */
export function checkPathOf({ coinType }: Pick<TransferRules, 'coinType'>, intent: Intent, path: string): void {
  const parts = splitPath(path);
  if (parts.coin !== coinType || String(parts.wallet) !== intent.wallet) throw new ChainError('badPath', path);
}

/**
 * What a transaction says of the call: its data alone; of a row nothing, its place in the batch is for whoever decides; of a child nothing, it spends what its call
 * names; of a payment of many who is called to pay them, their root is of what it pays; of a deployment its bytes, which begin the contract.
 */
export function callOf(intent: Intent): string {
  if (isRow(intent) || isChild(intent) || inscriptionOf(intent)) return '';
  if (isDeploy(intent)) return initCodeOf(intent);
  if (isDisperse(intent)) return dispersedBy(intent);
  return isCall(intent) ? dataOf(intent) : intent.call;
}

/** Is nobody paid, but the account itself named, with what is left of its coins or with nothing? */
const comesBack = (intent: Intent): boolean => isDrop(intent) || isChild(intent) || isDeploy(intent);

/**
 * What a call says of tokens is of tokens that are listed here, and of all of these that leave by it: nobody counts what is not said. Others are no money to anybody.
 */
function checkOutflows(chain: ChainConfig, intent: Intent, reading: Reading | undefined): void {
  const stated = outflowsOf(intent);
  const unknown = stated.find((one) => one.contract === '' || !findAsset(chain, one));
  if (unknown) throw new ChainError('unknownAsset', `${unknown.symbol} ${unknown.contract}`);
  const leaving = new Set(reading?.leaves.map(({ token }) => token));
  // Of a swap that is given coins their token does not leave: its router takes the coins for it, and `checkInflow` sees that it is the right one.
  const trade = statedTrade(intent);
  if (trade?.gives === '') leaving.delete(trade.wrapped ?? '');
  const unsaid = chain.assets.find(
    ({ contract }) => leaving.has(contract) && !stated.some((one) => one.contract === contract),
  );
  if (unsaid) throw new ChainError('badIntent', `call: nothing is said of ${unsaid.contract}`);
}

/** One transaction pays as many rows as it can, by the one contract of the family that does it, or by none. */
function checkDisperse({ disperse }: TransferRules, intent: Intent): void {
  if (!isDisperse(intent)) return;
  need(disperse !== undefined, 'kind');
  need(disperse?.contract === dispersedBy(intent), 'call');
  need(intent.outputs.length <= (disperse?.maxRows ?? 0), 'outputs');
}

/** A swap goes through a router that is listed here, by the methods of that one, and what it brings is listed too. Where coins stand for a token, it is theirs; where another contract swaps, it is one of the router's. */
function checkInflow({ assets, routers = [] }: ChainConfig, intent: Intent): void {
  const stated = inflowOf(intent);
  if (!stated) return;
  const asset = assets.find(({ contract }) => contract === stated.contract);
  const isListed = asset?.symbol === stated.symbol && String(asset.decimals) === stated.decimals;
  if (!isListed) throw new ChainError('unknownAsset', `${stated.symbol} ${stated.contract}`);
  const trade = statedTrade(intent);
  const router = routers.find(({ kind, contract }) => contract === intent.outputs[0]?.address && kind === trade?.by);
  need(router !== undefined, 'call: no router of this chain');
  const coins = trade?.wrapped;
  need(coins === undefined || (router?.kind === 'v3' && router.wrapped === coins), 'call: coins for another token');
  if (router?.kind === 'settler') need(router.settlers.includes(trade?.through ?? ''), 'call: swapped by another');
}

/**
 * Reads the fields of an intent that a transaction has to obey. The intent itself (schema, digest, approvals) is policy's.
 * @throws ChainError, for stake and allowances where the family has none
 */
export function readTransfer(family: TransferRules, chain: ChainConfig, intent: Intent): Transfer {
  need(Object.hasOwn(kindRecords, intent.kind), 'kind');
  // Of a message no transaction is ever made.
  need(!isMessage(intent), 'kind');
  const pays = movesCoins(intent) && !movesStake(intent);
  need(pays || (family.hasStake === true && movesStake(intent)), 'kind');
  need(family.hasAllowances === true || !givesAllowance(intent), 'kind');
  need(family.hasCalls === true || !(isCall(intent) || isDeploy(intent)), 'kind');
  // Elsewhere nothing is spent that has not been made yet.
  need(family.model === 'utxo' || !isChild(intent), 'kind');
  // Inscribed is where coins are outputs; of a step its family makes a payment first.
  const isInscription = kindRecords[intent.kind].moves === 'inscription';
  need(family.ordinals !== undefined || !isInscription, 'kind');
  need(!isInscription || inscriptionOf(intent) !== undefined, 'call');
  need(!isStep(intent), 'kind');
  need(intent.chain === chain.id, 'chain');
  // A batch says something there, so that no transaction is made of it: its rows are paid.
  need(!pays || callOf(intent) === '' || isCall(intent) || isDeploy(intent) || isDisperse(intent), 'call');
  need(!isDeploy(intent) || deploymentIn(intent) !== undefined, 'call');
  checkDisperse(family, intent);
  need(intent.conflict === family.conflict, 'conflict');
  const asset = findAsset(chain, intent.asset);
  if (!asset) throw new ChainError('unknownAsset', `${intent.asset.symbol} ${intent.asset.contract}`);
  need(findAsset(chain, intent.feeAsset)?.contract === '', 'feeAsset');
  checkPathOf(family, intent, intent.path);
  need(intent.outputs.length > 0, 'outputs');
  const outputs = intent.outputs.map((output, n) => {
    need(takesMemo(family, output.memo), `outputs[${n}].memo`);
    const amount = readUnits(output.amount, 'badIntent', `outputs[${n}].amount`);
    // Of an allowance nothing is an amount too: none. With a call coins may go along.
    const isFine = comesBack(intent) ? amount === 0n : amount > 0n || !pays || givesAllowance(intent) || isCall(intent);
    need(isFine, `outputs[${n}].amount`);
    const checked = family.checkAddress(chain, output.address);
    if (!checked.ok || checked.address !== output.address) throw new ChainError('badAddress', output.address);
    return { address: output.address, amount, memo: output.memo };
  });
  const reading = isCall(intent) ? readCall(intent) : undefined;
  if (isCall(intent)) {
    checkOutflows(chain, intent, reading);
    checkInflow(chain, intent);
  }
  const [ownCap, chainCap] = [readUnits(intent.maxFee, 'badIntent', 'maxFee'), BigInt(chain.maxFee)];
  // Where coins come back as change, nothing is paid to the account itself; of a call the contract alone is.
  const back = comesBack(intent) && family.model === 'utxo';
  const paid = back ? [] : isCall(intent) ? outputs.slice(0, 1) : outputs;
  return {
    asset,
    path: intent.path,
    outputs: paid,
    parent: parentOf(intent),
    feeCap: ownCap < chainCap ? ownCap : chainCap,
    reading,
  };
}

/** @throws ChainError `feeAboveCap` */
export function checkFee(fee: bigint, cap: bigint): void {
  if (fee > cap) throw new ChainError('feeAboveCap', `${fee} > ${cap}`);
}
