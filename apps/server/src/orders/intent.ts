import { type AssetConfig, type ChainConfig, familyOf } from '@holdfast/chains';
import { type AssetRef, type Intent, intentDigestHex, intentText, remarkHash } from '@holdfast/policy';
import { usualValidForMs } from '../clock.ts';
import type { CurrentPolicy } from './deps.ts';

/** A withdrawal as checked by its area; amounts in base units. */
export interface Payment {
  readonly chain: ChainConfig;
  readonly asset: AssetConfig;
  readonly feeAsset: AssetConfig;
  readonly workspace: number;
  readonly subWallet: number;
  readonly keyGroup: string;
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly memo: string;
  /** Hash of the address book's entry that is paid, or ''. */
  readonly entry: string;
  /** Derivation path when the payee is our own, or ''. */
  readonly toPath: string;
  readonly amount: bigint;
  readonly maxFee: bigint;
  readonly initiator: string;
  readonly requestId: string;
  readonly remark: string;
}

const assetRef = ({ symbol, contract, decimals }: AssetConfig): AssetRef => ({
  symbol,
  contract,
  decimals: String(decimals),
});

/** Clocks of signers may run a little behind ours. */
export const clockSlackMs = 60_000;

/** The intent of a withdrawal under the policy in force, its canonical text and its digest. Pure: `id`, `now` and how long members have to decide come from the caller. */
export function makeIntent(
  p: Payment,
  policy: CurrentPolicy,
  id: string,
  now: Date,
  validForMs = usualValidForMs,
): { intent: Intent; text: string; digest: string; expiresAt: Date } {
  const created = now.getTime();
  const intent: Intent = {
    v: '1',
    domain: 'holdfast/intent/v1',
    kind: 'transfer',
    deployment: policy.document.deployment,
    workspace: String(p.workspace),
    wallet: String(p.subWallet),
    keyGroup: p.keyGroup,
    path: p.path,
    chain: p.chain.id,
    asset: assetRef(p.asset),
    from: p.from,
    outputs: [{ address: p.to, amount: String(p.amount), memo: p.memo, entry: p.entry, path: p.toPath }],
    maxFee: String(p.maxFee),
    feeAsset: assetRef(p.feeAsset),
    call: '',
    conflict: familyOf(p.chain).conflict,
    policy: { id: policy.document.id, version: policy.document.version, hash: policy.hash },
    body: '',
    id,
    request: p.requestId,
    created: String(created),
    notBefore: String(created - clockSlackMs),
    expires: String(created + validForMs),
    initiator: p.initiator,
    remarkHash: remarkHash(p.remark),
  };
  return {
    intent,
    text: intentText(intent),
    digest: intentDigestHex(intent),
    expiresAt: new Date(created + validForMs),
  };
}
