import { type ChainConfig, ChainError, type FeeOffer } from '@holdfast/chains';
import { amountOf, amountText } from '@holdfast/chains/ordinals';
import { type FeeTier, utxoReader } from '@holdfast/chains/rpc';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { policyLimits, tickContract, tickDecimals, tickOf, tickSymbol } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import { utxoFamily } from '../../chains/family.ts';
import { modelOf } from '../../chains/models.ts';
import type { HeldOutput } from '../../chains/outputs.ts';
import { findBalance } from '../../ledger/service.ts';
import { brc20CallOf, createKeys, type OrderRequest, type Submitted } from '../../orders/service.ts';
import type { Engines, Ports } from '../../ports.ts';
import { refuse } from '../../refuse.ts';
import type { WalletService } from '../wallet/service.ts';
import { feeWithinCaps, hashOfAsk, type Who, type WithdrawService } from '../withdraw/service.ts';
import { findAddresses } from './queries.ts';

export interface InscriptionDeps
  extends Pick<Ports, 'db' | 'catalog' | 'readerOf'>,
    Pick<Engines, 'orders' | 'ordinals'> {
  readonly wallets: WalletService;
  readonly withdraws: WithdrawService;
}
export type InscriptionService = ReturnType<typeof createInscriptions>;

interface Of {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
}
interface Asked {
  readonly request_id: string;
  readonly sub_wallet_id: SubWalletId;
  readonly address_to: string;
  readonly fee_level: 1 | 2 | 3;
  readonly max_fee: string | undefined;
  readonly remark: string;
}
export interface SendAsk extends Asked {
  readonly chain_id: string;
  readonly inscription_id: string;
}
interface TickAsk extends Asked {
  readonly chain_id: string | undefined;
  /** As `tickSymbol` writes it, whatever its case. */
  readonly symbol: string;
  readonly fee_rate: string | undefined;
}
export interface Brc20Ask extends TickAsk {
  readonly amount: string;
}
/** Of transfers that are inscribed already. */
export interface TransfersAsk extends TickAsk {
  readonly inscription_ids: readonly string[];
}
interface FeesAsk {
  readonly subWalletId: SubWalletId;
  readonly chainId: string;
  readonly id: string | undefined;
  readonly symbol: string | undefined;
  readonly amount: string | undefined;
  readonly to: string;
}
/** An inscription with the output that it lies on. */
export interface Held {
  readonly inscription: Awaited<ReturnType<Engines['ordinals']['at']>>[number];
  readonly output: HeldOutput;
  /** Others on the same output. */
  readonly together: number;
}

const keyOf = ({ txid, vout }: HeldOutput): string => `${txid}:${vout}`;
const placeOf = ({ workspaceId, subWalletId }: Of) => ({ workspace_id: workspaceId, sub_wallet_id: subWalletId });

async function heldOf({ db, ordinals }: InscriptionDeps, chain: ChainConfig, of: Of): Promise<Held[]> {
  const outputs = (await modelOf(chain).contents?.held(db, chain.id, placeOf(of))) ?? [];
  const found = await ordinals.at(chain.id, outputs.map(keyOf));
  return found.flatMap((inscription) => {
    const output = outputs.find((one) => keyOf(one) === inscription.outpoint);
    const together = found.filter(({ outpoint }) => outpoint === inscription.outpoint).length - 1;
    return output ? [{ inscription, output, together }] : [];
  });
}

/** A chain where somebody is asked what is inscribed. @throws invalidParameters */
function chainOf({ ordinals }: InscriptionDeps, id: string | undefined): ChainConfig {
  const chain = id === undefined ? ordinals.chains[0] : ordinals.chains.find((one) => one.id === id);
  if (!chain) throw refuse('invalidParameters', { field: 'chain_id' });
  return chain;
}

const nativeOf = (chain: ChainConfig) => ({ symbol: chain.baseSymbol, chain_id: chain.id, contract_address: '' });

/** Members sign no intent that sends an inscription with more coins: they would leave under its name. */
export const isTooLarge = ({ amount }: Pick<HeldOutput, 'amount'>): boolean => amount > policyLimits.inscriptionUnits;

/** @throws itemNotFound for what this sub-wallet has not, or has promised already; invalidParameters for what lies on more coins than one is sent on */
async function sendable(deps: InscriptionDeps, chain: ChainConfig, of: Of, id: string): Promise<Held> {
  const held = (await heldOf(deps, chain, of)).find(({ inscription, output }) => inscription.id === id && output.free);
  if (!held) throw refuse('itemNotFound', {});
  if (isTooLarge(held.output)) throw refuse('invalidParameters', { field: 'inscription_id' });
  return held;
}

/** Twice what it costs at the rate of now, so that a little more takes no new decision; never more than the chain's cap. */
function offersOf(chain: ChainConfig, tiers: readonly FeeTier[], costAt: (tier: FeeTier) => bigint): FeeOffer[] {
  return tiers.map((tier) => {
    const fee = costAt(tier);
    const [room, cap] = [fee + fee / 4n, BigInt(chain.maxFee)];
    return { level: tier.level, rate: tier.rate, fee, maxFee: room > cap ? cap : room, plan: tier.plan };
  });
}

async function payeeOf(deps: InscriptionDeps, who: Who, chain: ChainConfig, address: string) {
  return deps.withdraws.receiver(who, deps.withdraws.coinOf(nativeOf(chain)), address);
}

/** Of one that is sent: two further inputs pay, and something comes back. */
const sendingOffers = (chain: ChainConfig, tiers: readonly FeeTier[], to: string, own: string) =>
  offersOf(chain, tiers, ({ plan }) => utxoFamily(chain).costOf(chain, 3, [to, own], plan));

/** Which address of the sub-wallet has so much of a tick, as everybody says. @throws brc20Short, brc20Disagree */
async function payerOf(
  deps: InscriptionDeps,
  chain: ChainConfig,
  of: Of,
  asset: { symbol: string; contract: string; decimals: string },
  units: bigint,
) {
  const addresses = await findAddresses(deps.db, chain.id, of.workspaceId, of.subWalletId);
  const known = await deps.ordinals.ticksOf(
    chain,
    addresses.map(({ address }) => address),
  );
  const likely = known.filter(({ tick, available }) => tickContract(tick) === asset.contract && available >= units);
  for (const { address } of likely) {
    const own = addresses.find((one) => one.address === address);
    const said = await deps.ordinals.balance(chain.id, address, asset);
    if (own && said.agreed && said.available >= units) return own;
  }
  throw refuse(likely.length > 0 ? 'brc20Disagree' : 'brc20Short', { symbol: asset.symbol });
}

/** @throws brc20Unknown */
async function tickIn(deps: InscriptionDeps, chain: ChainConfig, symbol: string) {
  const asked = tickOf({ symbol, contract: '', decimals: tickDecimals }) ?? symbol;
  const found = (await deps.ordinals.tick(chain.id, tickContract(asked).slice('brc20:'.length))) ?? undefined;
  if (!found) throw refuse('brc20Unknown', { symbol });
  const asset = { symbol: tickSymbol(found.tick), contract: tickContract(found.tick), decimals: tickDecimals };
  return { asset, decimals: found.decimals };
}

/** @throws brc20Unknown, tooManyDecimals, amountError */
async function amountIn(deps: InscriptionDeps, chain: ChainConfig, symbol: string, text: string) {
  const { asset, decimals } = await tickIn(deps, chain, symbol);
  const units = amountOf(text, decimals);
  if (units === undefined) throw refuse('tooManyDecimals', { symbol, decimals });
  if (units === 0n) throw refuse('amountError', {});
  return { units, asset };
}

/** What the network asks at each speed; or, for all of them, the rate that was asked for. @throws invalidParameters for less than nodes take or more than is usual, RpcError */
async function tiersFor(
  { readerOf }: InscriptionDeps,
  chain: ChainConfig,
  rate: string | undefined,
): Promise<FeeTier[]> {
  const reader = utxoReader(readerOf(chain));
  const tiers = await reader.fees();
  if (rate === undefined) return [...tiers];
  const family = utxoFamily(chain);
  const field = { field: 'fee_rate' };
  try {
    const plan = family.feesAt(rate);
    const { bids } = family;
    if (bids && bids.of(family.planWith([], '', plan)) > bids.usual) throw refuse('invalidParameters', field);
    const least = await reader.leastFees();
    if (family.raiseFees(plan, least) !== plan) throw refuse('invalidParameters', field);
    return tiers.map((tier) => ({ ...tier, rate, plan }));
  } catch (error) {
    throw error instanceof ChainError ? refuse('invalidParameters', field) : error;
  }
}

async function askSend(deps: InscriptionDeps, who: Who, ask: SendAsk, feeRate?: string): Promise<OrderRequest> {
  const chain = chainOf(deps, ask.chain_id);
  const of = { workspaceId: who.workspaceId, subWalletId: ask.sub_wallet_id };
  const own = await deps.withdraws.openAccount(who, { sub_wallet_id: ask.sub_wallet_id, ...nativeOf(chain) });
  const { inscription, output } = await sendable(deps, chain, of, ask.inscription_id);
  const coin = deps.withdraws.coinOf(nativeOf(chain));
  const payee = await payeeOf(deps, who, chain, ask.address_to);
  const offers = sendingOffers(chain, await tiersFor(deps, chain, feeRate), payee.address, own.address);
  const offer = offers.find(({ level }) => level === ask.fee_level);
  if (!offer) throw refuse('feeEstimateFailed', {});
  feeWithinCaps(chain, coin.feeAsset, offer, ask.max_fee);
  return {
    ...{ kind: 'inscription', ...coin, call: `inscription ${keyOf(output)} ${inscription.id}` },
    outputs: [{ ...payee, amount: output.amount, memo: '' }],
    ...(await deps.withdraws.askedBy(who, { path: output.path, address: output.address }, offer)),
    ...{ subWalletId: ask.sub_wallet_id, requestId: ask.request_id, requestHash: hashOf(ask), remark: ask.remark },
  };
}

async function askBrc20(deps: InscriptionDeps, who: Who, ask: Brc20Ask): Promise<OrderRequest> {
  const chain = chainOf(deps, ask.chain_id);
  const of = { workspaceId: who.workspaceId, subWalletId: ask.sub_wallet_id };
  await deps.withdraws.openAccount(who, { sub_wallet_id: ask.sub_wallet_id, ...nativeOf(chain) });
  const { units, asset } = await amountIn(deps, chain, ask.symbol, ask.amount);
  const payer = await payerOf(deps, chain, of, asset, units);
  const coin = deps.withdraws.coinOf(nativeOf(chain));
  const payee = await payeeOf(deps, who, chain, ask.address_to);
  const tiers = await tiersFor(deps, chain, ask.fee_rate);
  const offers = await stepOffers(deps, chain, of, payer, asset, units, tiers);
  const offer = offers.find(({ level }) => level === ask.fee_level);
  if (!offer) throw refuse('feeEstimateFailed', {});
  feeWithinCaps(chain, coin.feeAsset, offer, ask.max_fee);
  return {
    ...{ kind: 'brc20', ...coin, call: brc20CallOf(units, asset.symbol, asset.contract) },
    outputs: [{ ...payee, amount: 0n, memo: '' }],
    ...(await deps.withdraws.askedBy(who, payer, offer)),
    ...{ subWalletId: ask.sub_wallet_id, requestId: ask.request_id, requestHash: hashOf(ask), remark: ask.remark },
  };
}

/** What all transactions of a payment cost, as the family says it of that very payment. */
async function stepOffers(
  { db, withdraws }: InscriptionDeps,
  chain: ChainConfig,
  { workspaceId, subWalletId }: Of,
  payer: { address: string; path: string },
  asset: { symbol: string; contract: string; decimals: string },
  units: bigint,
  tiers: readonly FeeTier[],
): Promise<FeeOffer[]> {
  const { steps } = utxoFamily(chain);
  if (!steps) throw refuse('invalidParameters', { field: 'chain_id' });
  const keyAt = await createKeys(db)(await withdraws.keyGroupOf(workspaceId));
  const outputs = [{ address: payer.address, amount: String(units), memo: '', entry: '', path: '' }];
  const like = { asset, outputs, from: payer.address, wallet: String(subWalletId) };
  return offersOf(chain, tiers, ({ plan }) => steps.cost(chain, like, keyAt, plan));
}

const hashOf = (ask: SendAsk | Brc20Ask | TransfersAsk): string =>
  hashOfAsk(Object.values({ ...ask, request_id: '' }).map((one) => one ?? ''));

/** Each of these is a transfer of that tick that lies alone and free, and all who are asked say that so much of it can be sent. @throws itemNotFound, brc20NotTransfer, brc20Disagree, brc20Unknown */
async function transfersOf(deps: InscriptionDeps, who: Who, ask: TransfersAsk, ids: readonly string[]): Promise<void> {
  const chain = chainOf(deps, ask.chain_id);
  const of = { workspaceId: who.workspaceId, subWalletId: ask.sub_wallet_id };
  const { asset } = await tickIn(deps, chain, ask.symbol);
  const owed = new Map<string, bigint>();
  for (const id of ids) {
    const { inscription, output, together } = await sendable(deps, chain, of, id);
    const { key, units } = inscription;
    if (key === null || units === null || `brc20:${key}` !== asset.contract || together > 0)
      throw refuse('brc20NotTransfer', { id, symbol: asset.symbol });
    owed.set(output.address, (owed.get(output.address) ?? 0n) + units);
  }
  for (const [address, units] of owed) {
    const said = await deps.ordinals.balance(chain.id, address, asset);
    if (!said.agreed || said.transferable < units) throw refuse('brc20Disagree', { symbol: asset.symbol });
  }
}

/** The order of one of several: the first has the request's own id, so that one transfer is asked for as a payment is. */
const requestOf = ({ request_id }: TransfersAsk, n: number): string =>
  n === 0 ? request_id : `brc20:${hashOfAsk([request_id]).slice(0, 48)}:${n}`;

/** Orders of transfers that are inscribed already, one each. What an earlier try has made stays as it is. */
async function sendTransfers(
  deps: InscriptionDeps,
  who: Who,
  ask: TransfersAsk,
  record: Recorder,
): Promise<readonly Submitted[]> {
  const { orders, withdraws } = deps;
  const hash = hashOf(ask);
  const ids = ask.inscription_ids;
  const known = await Promise.all(
    ids.map((_, n) => orders.repeated(who.workspaceId, 'inscription', requestOf(ask, n), hash)),
  );
  await transfersOf(
    deps,
    who,
    ask,
    ids.filter((_, n) => known[n] === undefined),
  );
  const made: Submitted[] = [];
  for (const [n, inscription_id] of ids.entries()) {
    const { symbol: _, inscription_ids: __, fee_rate, chain_id, ...rest } = ask;
    const one = { ...rest, chain_id: chainOf(deps, chain_id).id, inscription_id, request_id: requestOf(ask, n) };
    made.push(
      known[n] ?? (await withdraws.submit({ ...(await askSend(deps, who, one, fee_rate)), requestHash: hash }, record)),
    );
  }
  return made;
}

/** What is inscribed on outputs of sub-wallets, and what BRC-20 makes of it. */
export function createInscriptions(deps: InscriptionDeps) {
  const { db, ordinals, orders, wallets, withdraws } = deps;
  async function fees(who: Who, { subWalletId, chainId, id, symbol, amount, to }: FeesAsk) {
    const chain = chainOf(deps, chainId);
    const of = { workspaceId: who.workspaceId, subWalletId };
    const coin = withdraws.coinOf(nativeOf(chain));
    const own = await withdraws.account(who.workspaceId, subWalletId, chain);
    const { available } = await findBalance(db, who.workspaceId, subWalletId, coin.feeAsset.id);
    const { address } = await payeeOf(deps, who, chain, to);
    try {
      if (symbol === undefined) {
        if (id !== undefined) await sendable(deps, chain, of, id);
        return {
          coin,
          available,
          offers: sendingOffers(chain, await deps.readerOf(chain).fees(), address, own.address),
        };
      }
      // What it costs hangs on the length of what is inscribed, so on the very amount, and on who pays it.
      const { asset, units } = await amountIn(deps, chain, symbol, amount ?? '1');
      const payer = amount === undefined ? own : await payerOf(deps, chain, of, asset, units);
      const tiers = await tiersFor(deps, chain, undefined);
      return { coin, available, offers: await stepOffers(deps, chain, of, payer, asset, units, tiers) };
    } catch (error) {
      throw error instanceof ChainError ? refuse('feeEstimateFailed', {}) : error;
    }
  }
  return {
    fees,
    chains: () => ordinals.chains.map((chain) => ({ chain, listed: ordinals.isOwn(chain.id) })),
    async list(of: Of, chainId: string | undefined) {
      await wallets.subWallet(of.workspaceId, of.subWalletId);
      const chains = ordinals.chains.filter(({ id }) => chainId === undefined || id === chainId);
      return Promise.all(
        chains.map(async (chain) => {
          const addresses = await findAddresses(db, chain.id, of.workspaceId, of.subWalletId);
          const own = await ordinals.ticksOf(
            chain,
            addresses.map(({ address }) => address),
          );
          const ticks = await Promise.all(
            own.map(async (tick) => {
              const asset = {
                symbol: tickSymbol(tick.tick),
                contract: tickContract(tick.tick),
                decimals: tickDecimals,
              };
              const { agreed } = await ordinals.balance(chain.id, tick.address, asset);
              return { ...tick, symbol: asset.symbol, agreed };
            }),
          );
          return { chain, held: await heldOf(deps, chain, of), ticks };
        }),
      );
    },
    /** @throws itemNotFound for what this sub-wallet has not */
    async content(of: Of, chainId: string, id: string) {
      await wallets.subWallet(of.workspaceId, of.subWalletId);
      const chain = chainOf(deps, chainId);
      const isHeld = (await heldOf(deps, chain, of)).some(({ inscription }) => inscription.id === id);
      const found = isHeld ? await ordinals.content(chain.id, id) : undefined;
      if (!found) throw refuse('itemNotFound', {});
      return found;
    },
    /** The same request again gives the same order. @throws itemNotFound, feeTooHigh, and what submitting does */
    async send(who: Who, ask: SendAsk, record: Recorder): Promise<Submitted> {
      const known = await orders.repeated(who.workspaceId, 'inscription', ask.request_id, hashOf(ask));
      return known ?? withdraws.submit(await askSend(deps, who, ask), record);
    },
    /** The same, for transfers that are inscribed already; at least one. @throws itemNotFound, brc20NotTransfer, brc20Unknown, brc20Disagree, feeTooHigh, and what submitting does */
    transfers: (who: Who, ask: TransfersAsk, record: Recorder): Promise<readonly Submitted[]> =>
      sendTransfers(deps, who, ask, record),
    /** The same. @throws brc20Unknown, brc20Short, brc20Disagree, tooManyDecimals, feeTooHigh, and what submitting does */
    async brc20(who: Who, ask: Brc20Ask, record: Recorder): Promise<Submitted> {
      const known = await orders.repeated(who.workspaceId, 'brc20', ask.request_id, hashOf(ask));
      return known ?? withdraws.submit(await askBrc20(deps, who, ask), record);
    },
  };
}
export const textOfUnits = (units: bigint): string => (units === 0n ? '0' : amountText(units));
