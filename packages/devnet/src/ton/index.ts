import path from 'node:path';
import { type ChainConfig, familyOf } from '@holdfast/chains';
import { toUnits } from '@holdfast/money';
import type { DevChain, Funding, RunningChain } from '../chain.ts';
import { type Child, startChild } from '../children.ts';
import { FaucetError } from '../faucet/errors.ts';
import { settleBlocks } from '../ticker.ts';
import { tonFacts } from './facts.ts';
import { localCalls } from './local.ts';
import { jettonAddress, localNetwork, walletsOfMinter } from './names.ts';

const jetton = { symbol: 'NOT', name: 'Notcoin', decimals: 9 } as const;

const tonConfigAt = (rpcUrl: string): ChainConfig => ({
  id: `ton:${localNetwork}`,
  family: 'ton',
  name: 'TON (emulator)',
  baseSymbol: 'TON',
  rpcUrl,
  confirmations: { deposit: 1, withdraw: 1 },
  maxFee: '200000000',
  assets: [
    {
      symbol: 'TON',
      name: 'Toncoin',
      decimals: 9,
      contract: '',
      minWithdraw: '10000000',
      maxWithdraw: '1000000000000000',
      minDeposit: '1000000',
    },
    {
      ...jetton,
      contract: jettonAddress,
      account: walletsOfMinter,
      minWithdraw: '1000000000',
      maxWithdraw: '1000000000000000000',
      minDeposit: '1000000',
    },
  ],
});

async function height(url: string): Promise<number> {
  const response = await fetch(`${url}/api/v3/masterchainInfo`, { signal: AbortSignal.timeout(20_000) });
  return ((await response.json()) as { last: { seqno: number } }).last.seqno;
}

async function settling(url: string): Promise<boolean> {
  const tip = await height(url);
  for (let at = tip; at > Math.max(0, tip - settleBlocks); at--) {
    const response = await fetch(`${url}/api/v3/transactionsByMasterchainBlock?seqno=${at}&limit=1`);
    if (((await response.json()) as { transactions: unknown[] }).transactions.length > 0) return true;
  }
  return false;
}

export interface TonGround {
  /** Folder that keeps the chain between starts. */
  readonly dir: string;
  /** 0 = any free one. */
  readonly port: number;
}

/** Everything that a running chain is, and how it ends. */
export interface RunningTon extends RunningChain {
  /** What the node offers beside toncenter's interface, by name. */
  readonly call: ReturnType<typeof localCalls>;
  stop(): Promise<void>;
}

async function fund(
  config: ChainConfig,
  call: RunningTon['call'],
  { symbol, address, amount }: Funding,
): Promise<string> {
  const isCoin = symbol === config.baseSymbol;
  if (!isCoin && symbol !== jetton.symbol) throw new FaucetError(`no ${symbol.slice(0, 20)} on this chain`);
  const to = familyOf(config).checkAddress(config, address);
  if (!to.ok) throw new FaucetError('not an address of this chain');
  const units = String(toUnits(amount, 9));
  return (await call<{ hash: string }>(isCoin ? 'pay' : 'mint', { address: to.address, units })).hash;
}

function runningAt(url: string): Omit<RunningTon, 'stop'> {
  const call = localCalls(url);
  const config = tonConfigAt(url);
  return {
    config,
    call,
    height: () => height(url),
    miner: {
      waiting: async () => (await call<{ messages: number }>('waiting')).messages > 0,
      settling: () => settling(url),
      mine: async () => void (await call('mine')),
    },
    fund: (funding) => fund(config, call, funding),
    mine: async (blocks) => void (await call('mine', { blocks })),
  };
}

const launch = ({ dir, port }: TonGround): Promise<Child> =>
  startChild({
    name: 'TON emulator',
    command: process.execPath,
    args: [path.join(import.meta.dirname, 'main.ts'), '--file', path.join(dir, 'ton.log'), '--port', String(port)],
    readyLine: /^ready (\d+)$/,
    logFile: path.join(dir, 'ton.out'),
  });

const urlOf = (child: Child): string => `http://127.0.0.1:${child.ready}`;

/**
 * The official emulator behind toncenter's interface: one process, no network, no validators. Goes on where it stopped.
 * @throws Error with the node's last words
 */
export async function startTon(ground: TonGround): Promise<RunningTon> {
  const child = await launch(ground);
  return { ...runningAt(urlOf(child)), stop: () => child.stop() };
}

/** The official emulator, not a TON node: its name says so wherever it is shown. */
export const ton: DevChain = {
  assets: {
    TON: {
      usd: '3.05',
      opening: 5_000n * 10n ** 9n,
      deposit: [100_000_000, 90_000_000_000],
      withdraw: [10_000_000, 5_000_000_000],
      weight: 3,
    },
    [jetton.symbol]: {
      usd: '0.002',
      opening: 1_000_000n * 10n ** 9n,
      deposit: [1_000_000_000, 900_000_000_000],
      withdraw: [1_000_000_000, 50_000_000_000],
      weight: 3,
    },
  },
  facts: tonFacts,
  async start({ started, ...ground }) {
    const child = await launch(ground);
    started(child);
    return runningAt(urlOf(child));
  },
};
