import { type ChainConfig, familyOf } from '@holdfast/chains';
import type { SubWalletId } from '@holdfast/contract';
import { MoneyError, toUnits } from '@holdfast/money';
import type { Recorder } from '../../audit/service.ts';
import type { Asset } from '../../catalog.ts';
import type { OrderOutput, OrderRequest, Submitted } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import type { Who } from '../withdraw/service.ts';
import type { Web3Deps } from './allowances.ts';
import { requestHash } from './rules.ts';

/** What came over the wire. */
export interface Ask {
  readonly request_id: string;
  readonly sub_wallet_id: SubWalletId;
  readonly main_chain_symbol: string;
  readonly interactive_contract: string;
  readonly spender?: string | undefined;
  /** Whole coins; 0 takes back, -1 is everything. */
  readonly amount: string;
  readonly fee_level: 1 | 2 | 3;
  readonly max_fee?: string | undefined;
  readonly remark: string;
}
interface Token {
  readonly chain: ChainConfig;
  readonly asset: Asset;
  readonly feeAsset: Asset;
}

const everything = 2n ** 256n - 1n;

const hashOf = (ask: Ask): string =>
  requestHash([
    ask.sub_wallet_id,
    ask.main_chain_symbol,
    ask.interactive_contract,
    ask.spender ?? '',
    ask.amount,
    ask.fee_level,
    ask.max_fee ?? '',
    ask.remark,
  ]);

/** A chain on which contracts are called, by its id, or by its coin where one chain alone has it. @throws unsupportedCoin, ambiguousCoin */
export function chainNamed({ catalog }: Pick<Web3Deps, 'catalog'>, name: string): ChainConfig {
  const named = catalog.chains.filter(({ id, baseSymbol }) => id === name || baseSymbol === name);
  const chain = named.find(({ id }) => id === name) ?? named[0];
  if (!chain || !familyOf(chain).hasAllowances) throw refuse('unsupportedCoin', { symbol: name });
  if (chain.id !== name && named.length > 1) throw refuse('ambiguousCoin', { symbol: name });
  return chain;
}

/** @throws unsupportedCoin, ambiguousCoin */
function tokenOf(deps: Web3Deps, { main_chain_symbol: name, interactive_contract: text }: Ask): Token {
  const { catalog } = deps;
  const chain = chainNamed(deps, name);
  const checked = familyOf(chain).checkAddress(chain, text);
  const coin = catalog.coins.find(
    (one) => one.chain.id === chain.id && checked.ok && one.asset.contract === checked.address,
  );
  if (!coin) throw refuse('unsupportedCoin', { symbol: text.slice(0, 64) });
  return { chain, asset: coin.asset, feeAsset: catalog.feeAsset(chain) };
}

/** @throws tooManyDecimals, amountError */
export function unitsOf(text: string, { symbol, decimals }: Asset): bigint {
  if (text === '-1') return everything;
  try {
    const units = toUnits(text, decimals);
    if (units > everything) throw refuse('amountError', {});
    return units;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw error.code === 'tooManyDecimals'
      ? refuse('tooManyDecimals', { symbol, decimals })
      : refuse('amountError', {});
  }
}

/** What is taken back pays nobody, whoever that is to us by now. */
async function outputOf(deps: Web3Deps, who: Who, ask: Ask, token: Token, own: string): Promise<OrderOutput> {
  if (ask.spender === undefined) throw refuse('invalidParameters', { field: 'spender' });
  const to = await deps.withdraws.receiver(who, token, ask.spender);
  if (to.address === own) throw refuse('transferToSelf', {});
  const amount = unitsOf(ask.amount, token.asset);
  const known = amount === 0n ? { entry: '', path: '' } : { entry: to.entry, path: to.path };
  return { address: to.address, amount, memo: '', ...known };
}

async function draftOf(deps: Web3Deps, who: Who, ask: Ask): Promise<OrderRequest> {
  const token = tokenOf(deps, ask);
  const { chain, asset } = token;
  const name = { symbol: asset.symbol, chain_id: chain.id, contract_address: asset.contract };
  const own = await deps.withdraws.openAccount(who, { sub_wallet_id: ask.sub_wallet_id, ...name });
  const output = await outputOf(deps, who, ask, token, own.address);
  const cost = { chain, asset, subWalletId: ask.sub_wallet_id, from: own.address, changeAddress: own.change };
  const call = { to: output.address, amount: output.amount, memo: '', allows: true };
  const offer = await deps.withdraws.offer({ ...cost, ...call }, ask);
  return {
    ...token,
    kind: 'allowance',
    call: '',
    outputs: [output],
    ...(await deps.withdraws.askedBy(who, own, offer)),
    subWalletId: ask.sub_wallet_id,
    requestId: ask.request_id,
    requestHash: hashOf(ask),
    remark: ask.remark,
  };
}

/**
 * Order and hold of its fee, durable when this returns; the same request again gives the same order. @throws what `openAccount`, `offer` and `submit` of
 * withdrawals do, unsupportedCoin, ambiguousCoin, transferToSelf, amountError, tooManyDecimals
 */
export async function askAllowance(deps: Web3Deps, who: Who, ask: Ask, record: Recorder): Promise<Submitted> {
  await deps.wallets.subWallet(who.workspaceId, ask.sub_wallet_id);
  const known = await deps.orders.repeated(who.workspaceId, 'allowance', ask.request_id, hashOf(ask));
  return known ?? deps.withdraws.submit(await draftOf(deps, who, ask), record);
}
