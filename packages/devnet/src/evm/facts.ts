import type { ChainConfig } from '@holdfast/chains';
import { type Call, rpcClient } from '../json-rpc.ts';
import type { ChainFacts, Movement } from '../movements.ts';

interface Tx {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly nonce: string;
}
interface Log {
  readonly transactionHash: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** keccak256("Transfer(address,address,uint256)") (EIP-20). */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const hex = (value: number): string => `0x${value.toString(16)}`;
const addressOf = (topic: string | undefined): string => `0x${(topic ?? '').slice(-40)}`;

async function transactions(rpc: Call): Promise<Tx[]> {
  const tip = Number(await rpc<string>('eth_blockNumber'));
  const all: Tx[] = [];
  for (let height = 0; height <= tip; height++)
    all.push(...(await rpc<{ transactions: Tx[] }>('eth_getBlockByNumber', hex(height), true)).transactions);
  return all;
}

/** Coins and tokens that moved, as [from, movement]. */
async function movements(rpc: Call, chain: ChainConfig, txs: readonly Tx[]): Promise<(readonly [string, Movement])[]> {
  const found: (readonly [string, Movement])[] = [];
  for (const { hash, from, to, value } of txs)
    if (BigInt(value) > 0n && to)
      found.push([from, { txid: hash, symbol: chain.baseSymbol, address: to.toLowerCase(), units: BigInt(value) }]);
  for (const { contract, symbol } of chain.assets) {
    if (contract === '') continue;
    const filter = { address: contract, fromBlock: '0x0', toBlock: 'latest', topics: [transferTopic] };
    for (const { transactionHash, topics, data } of await rpc<Log[]>('eth_getLogs', filter))
      found.push([
        addressOf(topics[1]),
        { txid: transactionHash, symbol, address: addressOf(topics[2]), units: BigInt(data) },
      ]);
  }
  return found;
}

function gapsOf(account: string, txs: readonly Tx[]): number[] {
  const used = new Set(txs.filter(({ from }) => from.toLowerCase() === account).map(({ nonce }) => Number(nonce)));
  return Array.from({ length: Math.max(-1, ...used) + 1 }, (_, nonce) => nonce).filter((nonce) => !used.has(nonce));
}

async function balancesOf(rpc: Call, chain: ChainConfig, accounts: ReadonlySet<string>): Promise<Map<string, bigint>> {
  const balances = new Map<string, bigint>();
  for (const account of accounts)
    for (const { symbol, contract } of chain.assets) {
      const data = `0x70a08231${account.slice(2).padStart(64, '0')}`; // balanceOf(address)
      const units =
        contract === ''
          ? await rpc<string>('eth_getBalance', account, 'latest')
          : await rpc<string>('eth_call', { to: contract, data }, 'latest');
      balances.set(`${account} ${symbol}`, BigInt(units));
    }
  return balances;
}

/** Everything that happened between us and others on an EVM chain, read block by block. Contracts of the local chain move no coins inside. */
export async function evmFacts(chain: ChainConfig, accounts: ReadonlySet<string>): Promise<ChainFacts> {
  const rpc = rpcClient(chain.rpcUrl);
  const txs = await transactions(rpc);
  const failed = new Set<string>();
  for (const { hash, from, to } of txs) {
    if (!accounts.has(from.toLowerCase()) && !accounts.has(to?.toLowerCase() ?? '')) continue;
    const { status } = await rpc<{ status: string }>('eth_getTransactionReceipt', hash);
    if (Number(status) !== 1) failed.add(hash);
  }
  const moved = (await movements(rpc, chain, txs)).filter(([, { txid }]) => !failed.has(txid));
  const ours = (address: string): boolean => accounts.has(address.toLowerCase());
  return {
    payments: moved.filter(([from, { address }]) => ours(from) && !ours(address)).map(([, movement]) => movement),
    receipts: moved.filter(([from, { address }]) => !ours(from) && ours(address)).map(([, movement]) => movement),
    balances: await balancesOf(rpc, chain, accounts),
    failed: txs.filter(({ from, hash }) => ours(from) && failed.has(hash)).map(({ hash }) => hash),
    nonceGaps: new Map(
      [...accounts].map((account) => [account, gapsOf(account, txs)] as const).filter(([, gaps]) => gaps.length > 0),
    ),
  };
}
