/** The yardstick of the full path: payments by one whole key, built and checked by the same code, sent to the same node. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainConfig, childPublicKey, familyOf } from '@holdfast/chains';
import { accountReader, readerOf } from '@holdfast/chains/rpc';
import type { SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import { policyHash, policyText } from '@holdfast/policy';
import { catalogOf } from '@holdfast/server/src/ledger/test/assets.ts';
import { makeIntent } from '@holdfast/server/src/orders/intent.ts';
import { requestOf } from '@holdfast/server/src/orders/test/requests.ts';
import { createPayees, newTestKey } from '@holdfast/testkit';
import type { Installation } from '../sandbox/installation.ts';

const path = 'm/60/1/0/0';

export const evmOf = ({ chains }: Installation): ChainConfig => {
  const chain = chains.find(({ family }) => family === 'evm');
  if (!chain) throw new Error('no EVM chain');
  return chain;
};
export const newPayee = createPayees();

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
export const sortedOf = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

interface Gift {
  readonly symbol: string;
  readonly address: string;
  /** Decimal text. */
  readonly amount: string;
}

export async function fund(fixture: Installation, chain: ChainConfig, gift: Gift): Promise<void> {
  const body = JSON.stringify({ chain: chain.id, ...gift });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${fixture.faucetUrl}/fund`, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`the faucet: ${await response.text()}`);
}

/** Payments by one whole key: the same code builds and checks them, the same node takes them. */
export async function withoutCustody(
  fixture: Installation,
  many: number,
): Promise<{ perSecond: number; p50: number; p99: number }> {
  const chain = evmOf(fixture);
  const catalog = catalogOf([chain]);
  const asset = catalog.feeAsset(chain);
  const reader = accountReader(readerOf(chain));
  const key = newTestKey();
  const keyAt = (at: string): Uint8Array => childPublicKey(key.root, at);
  const from = familyOf(chain).addressOf(chain, keyAt(path));
  await fund(fixture, chain, { symbol: 'ETH', address: from, amount: '1000' });
  const { document } = fixture.fixture;
  const policy = { document, text: policyText(document), hash: policyHash(document), graceRules: [] };
  const books = { catalog, workspaceId: 1 as WorkspaceId, userId: 1 as UserId, subWallets: [1 as SubWalletId] };
  const base = { chain, asset, feeAsset: asset, keyGroup: key.id, path, from, amount: 10n ** 15n, maxFee: 10n ** 16n };
  const spans: number[] = [];
  for (let waited = 0; (await reader.balance(from, asset)) === 0n && waited < 100; waited++) await sleep(200);
  for (let nonce = 0; nonce < many; nonce++) {
    const to = newPayee(chain);
    const began = performance.now();
    const request = requestOf(books, { ...base, to, initiator: 'owner-1', requestId: String(nonce) });
    const { intent } = makeIntent(request, policy, randomUUID(), new Date());
    const plan = {
      family: 'evm',
      nonce: String(nonce),
      gasLimit: '21000',
      maxFeePerGas: '20000000000',
      maxPriorityFeePerGas: '1000000000',
    } as const;
    const unsigned = familyOf(chain).build(chain, intent, plan, keyAt);
    const signed = familyOf(chain).attach(
      chain,
      unsigned,
      unsigned.sighashes.map((asked) => key.sign(asked)),
    );
    const result = await reader.broadcast(signed.raw);
    if (result !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(result)}`);
    spans.push(performance.now() - began);
  }
  const sorted = sortedOf(spans);
  const total = spans.reduce((sum, span) => sum + span, 0);
  return { perSecond: (many * 1000) / total, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}
