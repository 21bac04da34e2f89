/** What the measurements of payments share: a wallet with coins, a request, and how much work processes had. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainConfig } from '@holdfast/chains';
import type { Installation } from '../sandbox/installation.ts';
import { fund, newPayee } from './one-key.ts';

/** Decimal text: what the wallet begins with, and what each payment pays. */
export interface BenchCoin {
  readonly symbol: string;
  readonly deposit: string;
  readonly amount: string;
}

const drainLimitMs = 30 * 60_000;

/** @returns the wallet's address, with coins that count */
export async function fundWallet(fixture: Installation, chain: ChainConfig, coin: BenchCoin): Promise<string> {
  const ask = { sub_wallet_id: fixture.fixture.subWalletId, symbol: coin.symbol };
  const { address } = await fixture.session.call((api) => api.deposit.address(ask));
  await fund(fixture, chain, { symbol: coin.symbol, address, amount: coin.deposit });
  for (let waited = 0; waited < 120; waited++) {
    const { normal_balance } = await fixture.session.call((api) => api.withdraw.symbolBalance(ask));
    if (normal_balance !== '0') return address;
    await sleep(500);
  }
  throw new Error('the deposit was not credited');
}

export async function request(fixture: Installation, chain: ChainConfig, coin: BenchCoin): Promise<number> {
  const order = {
    request_id: randomUUID(),
    sub_wallet_id: fixture.fixture.subWalletId,
    symbol: coin.symbol,
    address_to: newPayee(chain),
    amount: coin.amount,
  };
  return (await fixture.session.call((api) => api.withdraw.create(order))).withdraw_id;
}

/** Waits until no order has a status before `status`; the list is asked for its counts only, and seldom, as that is work beside what is measured. */
export async function waitUntilPast(fixture: Installation, statuses: readonly number[]): Promise<void> {
  for (const end = Date.now() + drainLimitMs; Date.now() < end; await sleep(1_000)) {
    let open = 0;
    for (const status of statuses)
      open += (await fixture.session.call((api) => api.transaction.list({ type: 2, status, page_size: 1 }))).total;
    if (open === 0) return;
  }
  throw new Error('the orders did not drain');
}

export const processes = ['server', 'signer-1', 'signer-2'] as const;
/** Milliseconds of CPU a process has used (proc(5): fields 14 and 15, in hundredths of a second); NaN where there is no /proc. */
export function cpuOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}
