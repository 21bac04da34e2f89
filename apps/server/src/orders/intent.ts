import { type AssetConfig, familyOf } from '@holdfast/chains';
import { type AssetRef, bodyOf, type Intent, isMessage, remarkHash, writeIntent } from '@holdfast/policy';
import { usualValidForMs } from '../clock.ts';
import type { CurrentPolicy } from './deps.ts';
import { orderKinds } from './kinds/index.ts';
import type { OrderRequest } from './request.ts';

const assetRef = ({ symbol, contract, decimals }: AssetConfig): AssetRef => ({
  symbol,
  contract,
  decimals: String(decimals),
});

/** Clocks of signers may run a little behind ours. */
export const clockSlackMs = 60_000;

/** The intent of an order under the policy in force. Pure: `id`, `now` and how long members have to decide come from the caller. */
export function draftIntent(
  p: OrderRequest,
  policy: CurrentPolicy,
  id: string,
  now: Date,
  validForMs = usualValidForMs,
): Intent {
  const created = now.getTime();
  const record = orderKinds[p.kind];
  const outputs = p.outputs.map((output) => ({ ...output, amount: String(output.amount) }));
  return {
    v: '1',
    domain: 'holdfast/intent/v1',
    kind: record.intent,
    deployment: policy.document.deployment,
    workspace: String(p.workspaceId),
    wallet: String(p.subWalletId),
    keyGroup: p.keyGroup,
    path: p.path,
    chain: p.chain.id,
    asset: assetRef(p.asset),
    from: p.from,
    outputs,
    maxFee: String(p.maxFee),
    feeAsset: assetRef(p.feeAsset),
    call: record.callOf?.(outputs, p.chain) ?? p.call,
    conflict: isMessage({ kind: record.intent }) ? 'none' : familyOf(p.chain).conflict,
    policy: { id: policy.document.id, version: policy.document.version, hash: policy.hash },
    body: p.raises ? bodyOf(p.raises.intent) : '',
    id,
    request: p.requestId,
    created: String(created),
    notBefore: String(created - clockSlackMs),
    expires: String(created + validForMs),
    initiator: p.initiator,
    remarkHash: remarkHash(p.remark),
    ...record.said?.(p),
  };
}

/** The same with its canonical text, its digest, and until when members may decide. */
export function makeIntent(
  p: OrderRequest,
  policy: CurrentPolicy,
  id: string,
  now: Date,
  validForMs = usualValidForMs,
): { intent: Intent; text: string; digest: string; expiresAt: Date } {
  const intent = draftIntent(p, policy, id, now, validForMs);
  const expiresAt = new Date(now.getTime() + validForMs);
  return { intent, ...writeIntent(intent), expiresAt };
}
