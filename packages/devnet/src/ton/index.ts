import path from 'node:path';
import type { ChainConfig } from '@holdfast/chains';
import { toUnits } from '@holdfast/money';
import type { RunningChain } from '../chain.ts';
import { startChild } from '../children.ts';
import { FaucetError } from '../faucet/errors.ts';
import { settleBlocks } from '../ticker.ts';
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

/** What the node offers beside toncenter's interface. @throws Error with the node's words */
function localCalls(url: string) {
  return async <T = Record<string, unknown>>(
    name: string,
    body: Readonly<Record<string, unknown>> = {},
  ): Promise<T> => {
    const signal = AbortSignal.timeout(20_000);
    const response = await fetch(`${url}/local/${name}`, { method: 'POST', body: JSON.stringify(body), signal });
    const answer = (await response.json()) as T & { error?: string };
    if (answer.error !== undefined) throw new Error(`${name}: ${answer.error}`);
    return answer;
  };
}

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

/**
 * The official emulator behind toncenter's interface: one process, no network, no validators. Goes on where it stopped.
 * @throws Error with the node's last words
 */
export async function startTon({ dir, port }: TonGround): Promise<RunningTon> {
  const child = await startChild({
    name: 'TON emulator',
    command: process.execPath,
    args: [path.join(import.meta.dirname, 'main.ts'), '--file', path.join(dir, 'ton.log'), '--port', String(port)],
    readyLine: /^ready (\d+)$/,
    logFile: path.join(dir, 'ton.out'),
  });
  const url = `http://127.0.0.1:${child.ready}`;
  const call = localCalls(url);
  return {
    config: tonConfigAt(url),
    call,
    height: () => height(url),
    miner: {
      waiting: async () => (await call<{ messages: number }>('waiting')).messages > 0,
      settling: () => settling(url),
      mine: async () => void (await call('mine')),
    },
    async fund({ symbol, address, amount }) {
      const isCoin = symbol === 'TON';
      if (!isCoin && symbol !== jetton.symbol) throw new FaucetError(`no ${symbol.slice(0, 20)} on this chain`);
      const units = String(toUnits(amount, 9));
      return (await call<{ hash: string }>(isCoin ? 'pay' : 'mint', { address, units })).hash;
    },
    mine: async (blocks) => void (await call('mine', { blocks })),
    stop: () => child.stop(),
  };
}
