import { type ChainConfig, familyOf } from '@holdfast/chains';
import type { SubWalletId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { callText, type Inflow, type Intent, leavingOf, type Reading, readCall, tradeOf } from '@holdfast/policy';
import type { Asset } from '../../catalog.ts';
import {
  type Changes,
  changesOf,
  nftChangesOf,
  type OrderOutflow,
  type OrderOutput,
  type OrderRequest,
  type SimulatedCall,
  simulateCall,
} from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import type { Who } from '../withdraw/service.ts';
import type { Web3Deps } from './allowances.ts';
import { chainNamed, unitsOf } from './ask.ts';

/** A contract call as it came over the wire. */
export interface CallAsk {
  readonly sub_wallet_id: SubWalletId;
  readonly main_chain_symbol: string;
  readonly interactive_contract: string;
  /** Whole coins of the chain. */
  readonly amount: string;
  /** `0x…` */
  readonly input_data: string;
  readonly outflows?: readonly { readonly contract_address: string; readonly amount: string }[] | undefined;
  /** Of a swap, what it brings at least: the intent says so, and signers hold it to that. */
  readonly comes?: Inflow | undefined;
}

/** What is known of a call before it is asked for. */
export interface CallPlan {
  readonly chain: ChainConfig;
  readonly feeAsset: Asset;
  readonly own: Awaited<ReturnType<Web3Deps['withdraws']['openAccount']>>;
  readonly outputs: OrderOutput[];
  /** What of each token leaves at most, with the token. */
  readonly outflows: readonly (OrderOutflow & { readonly asset: Asset })[];
  readonly simulated: SimulatedCall;
  readonly changes: Changes;
  readonly reading: Reading;
  /** What the intent's call says. */
  readonly call: string;
}

/** The bytes that every token takes for a payment or an allowance: an order of that kind says more of it, and is the one way to ask for it. */
const ownKinds = /^0x(a9059cbb|095ea7b3)0{24}[0-9a-f]{104}$/;

/** A token that is counted here. @throws coinUnverified */
export function tokenAt({ catalog }: Web3Deps, chain: ChainConfig, contract: string): Asset | undefined {
  const asset = catalog.assetsOf(chain).find((one) => one.contract === contract);
  if (asset && !catalog.isVerified(asset.id)) throw refuse('coinUnverified', { symbol: asset.symbol });
  return asset;
}

/** Whom it names, each as an output of an order: by what it is to us, and good for all that leaves. */
export async function outputOf(
  deps: Web3Deps,
  who: Who,
  coin: { readonly chain: ChainConfig; readonly feeAsset: Asset },
  leaving: readonly Asset[],
  address: string,
): Promise<OrderOutput> {
  const of = leaving.length > 0 ? leaving : [coin.feeAsset];
  const found = await Promise.all(of.map((asset) => deps.withdraws.named(who, { ...coin, asset }, address)));
  const [first] = found;
  if (!first) throw refuse('invalidAddress', { network: coin.chain.name });
  const entry = found.every((one) => one.entry === first.entry) ? first.entry : '';
  return { address: first.address, amount: 0n, memo: '', entry, path: first.path };
}

/** What of a token is stated: what the asker said, or what the node and the data say, whichever is more. @throws callTakesMore, tooManyDecimals, amountError */
function statedOf(asset: Asset, said: string | undefined, decoded: bigint, told: bigint): bigint {
  const least = decoded > told ? decoded : told;
  if (said === undefined) return least;
  const stated = unitsOf(said, asset);
  if (stated < least) throw refuse('callTakesMore', { amount: fromUnits(least, asset.decimals), symbol: asset.symbol });
  return stated;
}

/** Of what is only allowed nothing leaves by itself, so that nothing of it is held. */
const allowedOf = ({ leaves }: Reading, contract: string): bigint =>
  leavingOf({ leaves: leaves.filter(({ allowed }) => allowed) }, contract);

/** The token that a swap's router takes coins for: of it nothing leaves. */
function standsForCoins({ comes }: CallAsk, value: bigint, reading: Reading): string | undefined {
  const trade = comes && tradeOf({ outputs: [{ amount: String(value) }] }, reading);
  return trade?.gives === '' ? trade.wrapped : undefined;
}

interface Leaving {
  readonly reading: Reading;
  readonly changes: Changes;
  /** Base units of coins that go along. */
  readonly value: bigint;
}
function outflowsOf(deps: Web3Deps, chain: ChainConfig, ask: CallAsk, { reading, changes, value }: Leaving) {
  const said = new Map((ask.outflows ?? []).map((one) => [one.contract_address, one.amount]));
  const told = [...changes].flatMap(([contract, { out }]) => (out > 0n ? [contract] : []));
  const contracts = new Set([...said.keys(), ...reading.leaves.map(({ token }) => token), ...told]);
  contracts.delete('');
  contracts.delete(standsForCoins(ask, value, reading) ?? '');
  return [...contracts].flatMap((contract) => {
    const asset = tokenAt(deps, chain, contract);
    if (!asset && said.has(contract)) throw refuse('unsupportedCoin', { symbol: contract.slice(0, 64) });
    if (!asset) return [];
    const amount = statedOf(asset, said.get(contract), leavingOf(reading, contract), changes.get(contract)?.out ?? 0n);
    const allowed = allowedOf(reading, contract);
    return amount === 0n ? [] : [{ asset, asset_id: asset.id, amount, held: amount > allowed ? amount - allowed : 0n }];
  });
}

/** A contract and its data, as they are sent. @throws invalidAddress, callUnreadable, callIsPayment */
function readingOf(
  deps: Web3Deps,
  chain: ChainConfig,
  ask: CallAsk,
  from: string,
): { contract: string; reading: Reading } {
  const checked = familyOf(chain).checkAddress(chain, ask.interactive_contract);
  if (!checked.ok || checked.address === from) throw refuse('invalidAddress', { network: chain.name });
  const contract = checked.address;
  const token = tokenAt(deps, chain, contract);
  if (ownKinds.test(ask.input_data) && /^0(\.0*)?$/.test(ask.amount))
    throw refuse('callIsPayment', { symbol: token?.symbol ?? contract });
  const outputs: Intent['outputs'] = [{ address: contract, amount: '0', memo: '', entry: '', path: '' }];
  const reading = readCall({ call: ask.input_data, from, outputs });
  if (!reading) throw refuse('callUnreadable', {});
  return { contract, reading };
}

/**
 * Looks at a call: what it says by its data, what the node says that it does, and what an order for it would say. Nothing is written.
 * @throws unsupportedCoin, ambiguousCoin, invalidAddress, callUnreadable, callIsPayment, callTakesMore, coinUnverified, callUnsimulated, and as `openAccount` does
 */
export async function planCall(deps: Web3Deps, who: Who, ask: CallAsk): Promise<CallPlan> {
  const chain = chainNamed(deps, ask.main_chain_symbol);
  const feeAsset = deps.catalog.feeAsset(chain);
  const name = { symbol: feeAsset.symbol, chain_id: chain.id, contract_address: '' };
  const own = await deps.withdraws.openAccount(who, { sub_wallet_id: ask.sub_wallet_id, ...name });
  const { contract, reading } = readingOf(deps, chain, ask, own.address);
  const value = unitsOf(ask.amount, feeAsset);
  const call = { from: own.address, to: contract, amount: value, data: ask.input_data };
  const simulated = await simulateCall(deps, chain, call);
  const changes = changesOf(simulated, own.address);
  const outflows = outflowsOf(deps, chain, ask, { reading, changes, value });
  const leaving = [...(value > 0n ? [feeAsset] : []), ...outflows.map(({ asset }) => asset)];
  const outputs = await Promise.all(
    [contract, ...reading.to].map((address) => outputOf(deps, who, { chain, feeAsset }, leaving, address)),
  );
  const [first, ...others] = outputs;
  if (!first) throw refuse('invalidAddress', { network: chain.name });
  return {
    ...{ chain, feeAsset, own, outflows, simulated, changes, reading },
    outputs: [{ ...first, amount: value, path: '' }, ...others],
    call: callText(
      ask.input_data,
      outflows.map(({ asset, amount }) => ({
        contract: asset.contract,
        units: amount,
        decimals: String(asset.decimals),
        symbol: asset.symbol,
      })),
      ask.comes,
    ),
  };
}

/** What the order keeps of its simulation, to be compared with before it is signed. */
export const keptOf = ({
  changes,
  simulated,
  own,
}: Pick<CallPlan, 'changes' | 'simulated' | 'own'>): NonNullable<OrderRequest['simulated']> =>
  Object.fromEntries(
    [...changes, ...nftChangesOf(simulated, own.address)].map(([contract, { out, in: came }]) => [
      contract,
      { out: String(out), in: String(came) },
    ]),
  );
