import { setTimeout as sleep } from 'node:timers/promises';
import type { AssetConfig, ChainConfig } from '@holdfast/chains';
import { ApiError, type SubWalletId } from '@holdfast/contract';
import { devAssets } from '@holdfast/devnet';
import { fromUnits } from '@holdfast/money';
import { createPayees, isAnswer } from '@holdfast/testkit';
import type { Random } from '@holdfast/testkit/random';
import type { Installation } from '../sandbox/installation.ts';
import type { AskedPayment, MadeDeposit } from './facts.ts';

export type Api = ReturnType<Installation['session']['api']>;

export interface Target {
  readonly subWalletId: SubWalletId;
  readonly chain: ChainConfig;
  readonly address: string;
}
export interface Workload {
  readonly asked: AskedPayment[];
  readonly made: MadeDeposit[];
  begun(): number;
  /** Begins one random deposit or withdrawal; it goes on by itself. */
  begin(): void;
  /** Waits until every begun one has its answer. */
  settle(): Promise<void>;
}

const depositShare = 0.4;
const twiceShare = 0.1;
/** Two clicks are one order. */
export const clicks = (random: Random): number => (random.next() < twiceShare ? 2 : 1);
const symbolWeights = [...devAssets].map(([symbol, { weight }]) => [symbol, weight] as const);

const lower = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address);

/** Asks the faucet for a payment; when its answer is lost, the chain knows. */
export async function fund(
  faucetUrl: string,
  { chain, address }: Target,
  asset: AssetConfig,
  units: bigint,
): Promise<MadeDeposit> {
  const body = { chain: chain.id, symbol: asset.symbol, address, amount: fromUnits(units, asset.decimals) };
  const deposit = { symbol: asset.symbol, address: lower(address), units };
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(`${faucetUrl}/fund`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      });
      const { txid, error } = (await response.json()) as { txid?: string; error?: string };
      if (txid !== undefined) return { ...deposit, txid };
      // It said no, so nothing was sent: it may have to wait for a block.
      if (attempt >= 20) throw new Error(`the faucet: ${error}`);
    } catch (error) {
      if (attempt >= 20 || !(error instanceof SyntaxError)) throw error;
    }
    await sleep(1_000);
  }
}

/** The same request again and again until the answer is known; a refusal is an answer and leaves no order. */
export async function askUntilAnswered(
  { session }: Installation,
  asked: AskedPayment,
  ask: (api: Api) => Promise<{ readonly withdraw_id: number }>,
  giveUpAt: number,
): Promise<void> {
  try {
    const { withdraw_id: id } = await session.call(ask, giveUpAt);
    if (asked.orderId === undefined) asked.orderId = id;
    else if (asked.orderId !== id) asked.otherIds.push(id);
    delete asked.refused;
  } catch (error) {
    if (error instanceof ApiError && isAnswer(error) && asked.orderId === undefined)
      asked.refused = `${error.code} ${error.message}`;
  }
}

export interface WorkloadOptions {
  readonly fixture: Installation;
  readonly random: Random;
  readonly targets: readonly Target[];
  readonly giveUpAt: number;
}

export function createWorkload({ fixture, random, targets, giveUpAt }: WorkloadOptions): Workload {
  // So that what reaches one can only be for one order.
  const newPayee = createPayees();
  const asked: AskedPayment[] = [];
  const made: MadeDeposit[] = [];
  const running = new Set<Promise<void>>();
  const track = (work: Promise<void>): void => {
    const tracked = work.finally(() => running.delete(tracked));
    running.add(tracked);
  };
  const unitsOf = (symbol: string, kind: 'deposit' | 'withdraw'): bigint => {
    const [min, max] = devAssets.get(symbol)?.[kind] ?? [1, 1];
    return BigInt(random.between(min, max));
  };
  let begun = 0;
  function begin(): void {
    begun++;
    const symbol = random.pick(symbolWeights);
    const fitting = targets.filter(({ chain }) => chain.assets.some((asset) => asset.symbol === symbol));
    const target = random.pick(fitting.map((each) => [each, 1] as const));
    const asset = target.chain.assets.find((each) => each.symbol === symbol);
    if (!asset) throw new Error(`no ${symbol}`);
    if (random.next() < depositShare) {
      const units = unitsOf(symbol, 'deposit');
      track(
        fund(fixture.faucetUrl, target, asset, units).then(
          (deposit) => void made.push(deposit),
          () => undefined,
        ),
      );
      return;
    }
    const to = newPayee(target.chain);
    const units = unitsOf(symbol, 'withdraw');
    const order: AskedPayment = { requestId: `faults-${random.hex(8)}`, symbol, payee: lower(to), units, otherIds: [] };
    asked.push(order);
    const amount = fromUnits(units, asset.decimals);
    const from = { request_id: order.requestId, sub_wallet_id: target.subWalletId };
    const request = { ...from, symbol, address_to: to, amount };
    for (let times = clicks(random); times > 0; times--)
      track(askUntilAnswered(fixture, order, (api) => api.withdraw.create(request), giveUpAt));
  }
  return {
    asked,
    made,
    begun: () => begun,
    begin,
    async settle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
