import type { ChainConfig } from '@holdfast/chains';
import type { SubWalletId } from '@holdfast/contract';
import { transactionType } from '@holdfast/contract';
import { toUnits } from '@holdfast/money';
import type { Installation } from '../sandbox/installation.ts';
import type { BookedDeposit, BookedOrder, Books } from './facts.ts';

type Transactions = Awaited<ReturnType<Installation['fixture']['api']['transaction']['list']>>['list'];

const pageSize = 200;
const lower = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address);
const decimalsOf = (chains: readonly ChainConfig[], symbol: string): number =>
  chains.flatMap(({ assets }) => assets).find((asset) => asset.symbol === symbol)?.decimals ?? 0;

async function everything({ session }: Installation, type: number): Promise<Transactions> {
  const all: Transactions = [];
  for (let page = 1; ; page++) {
    const { list } = await session.call((api) => api.transaction.list({ type, page_no: page, page_size: pageSize }));
    all.push(...list);
    if (list.length < pageSize) return all;
  }
}

export async function bookedOrders(fixture: Installation): Promise<BookedOrder[]> {
  return (await everything(fixture, transactionType.withdraw)).map((row) => ({
    id: row.id,
    requestId: row.request_id,
    symbol: row.symbol,
    payee: lower(row.address_to),
    units: toUnits(row.amount, decimalsOf(fixture.chains, row.symbol)),
    status: row.status,
    subStatus: row.sub_status,
    txid: row.txid,
    stake: row.stake?.kind ?? '',
  }));
}

export async function bookedDeposits(fixture: Installation): Promise<BookedDeposit[]> {
  return (await everything(fixture, transactionType.deposit)).map((row) => ({
    symbol: row.symbol,
    address: lower(row.address_to),
    units: toUnits(row.amount, decimalsOf(fixture.chains, row.symbol)),
    status: row.status,
    subStatus: row.sub_status,
    txid: row.txid,
  }));
}

/** One address of ours and what may lie there. */
export interface OwnAddress {
  readonly chain: ChainConfig;
  readonly subWalletId: SubWalletId;
  readonly address: string;
}

export async function ownAddresses(
  { session, chains }: Installation,
  wallets: readonly SubWalletId[],
): Promise<OwnAddress[]> {
  const all: OwnAddress[] = [];
  for (const chain of chains)
    for (const subWalletId of wallets)
      for (let page = 1, full = true; full; page++) {
        const ask = { sub_wallet_id: subWalletId, symbol: chain.baseSymbol, page_no: page, page_size: pageSize };
        const { list } = await session.call((api) => api.deposit.addresses(ask));
        all.push(...list.map(({ address }) => ({ chain, subWalletId, address: lower(address) })));
        full = list.length === pageSize;
      }
  return all;
}

/** What the books say lies at each address. */
async function addressBalances(
  { session, chains }: Installation,
  wallets: readonly SubWalletId[],
): Promise<Map<string, bigint>> {
  const balances = new Map<string, bigint>();
  for (const { symbol, decimals } of chains.flatMap(({ assets }) => assets))
    for (const subWalletId of wallets)
      for (let page = 1, full = true; full; page++) {
        const ask = { sub_wallet_id: subWalletId, symbol, page_no: page, page_size: pageSize };
        const { list } = await session.call((api) => api.deposit.addresses(ask));
        for (const row of list) balances.set(`${lower(row.address)} ${symbol}`, toUnits(row.balance, decimals));
        full = list.length === pageSize;
      }
  return balances;
}

/** A sub-wallet's balance by the ledger, beside the sum of its addresses: both must be what the chain holds. */
async function walletBalances({ session, chains }: Installation, wallets: readonly SubWalletId[]) {
  const balances = new Map<string, bigint>();
  const locked = new Map<string, bigint>();
  for (const subWalletId of wallets)
    for (const row of (await session.call((api) => api.wallet.coinsAsset({ sub_wallet_id: subWalletId }))).list) {
      const decimals = decimalsOf(chains, row.symbol);
      balances.set(`sub-wallet ${subWalletId} ${row.symbol}`, toUnits(row.total_balance, decimals));
      locked.set(`sub-wallet ${subWalletId} ${row.symbol}`, toUnits(row.lock_balance, decimals));
    }
  return { balances, locked };
}

/** Everything the server says, as a client reads it. */
export async function readBooks(fixture: Installation, wallets: readonly SubWalletId[]): Promise<Books> {
  const { list, frozen } = await fixture.session.call((api) => api.transaction.chains({}));
  const { balances, locked } = await walletBalances(fixture, wallets);
  return {
    orders: await bookedOrders(fixture),
    deposits: await bookedDeposits(fixture),
    balances: new Map([...balances, ...(await addressBalances(fixture, wallets))]),
    locked,
    frozen: frozen.map(({ symbol, reason }) => `${symbol} (${reason})`),
    laneHoles: list.reduce((sum, chain) => sum + chain.lane_holes, 0),
  };
}
