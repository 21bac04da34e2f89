import { ChainError, familyOf, groupKeyAt, isWithinLimits, parsePath } from '@holdfast/chains';
import { ed25519 } from '@holdfast/ed25519';
import { addressDigest } from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import { policyInForce, type SignerContext } from './context.ts';
import { refuse } from './errors.ts';
import type { KeyGroupPublic } from './state/entries.ts';

export interface AttestedAddress {
  readonly address: string;
  readonly publicKey: string;
  readonly keyGroup: string;
  /** Ed25519 by this signer's identity over the digest of {deployment, keyGroup, chain, path, address} under `holdfast/address/v1`. */
  readonly attestation: string;
}

/** Without an id only when there is no choice: the approval page must never take another group than this one. */
function groupFor(ctx: SignerContext, id: string | undefined): KeyGroupPublic {
  const [only, ...more] = ctx.store.state.groups.values();
  const group = id === undefined && more.length === 0 ? only : ctx.store.state.groups.get(id ?? '');
  if (!group) throw refuse('unknownKey');
  return group.public;
}

function childOf(group: KeyGroupPublic, path: string, coin: number): Uint8Array {
  try {
    const parts = parsePath(path);
    if (parts.coin !== coin || !isWithinLimits(parts)) throw refuse('unknownWallet', path);
    return groupKeyAt(group, path);
  } catch (error) {
    if (error instanceof ChainError) throw refuse('unknownWallet', error.message);
    throw error;
  }
}

/** An address derived here from this signer's own copy of the group key, and signed, so that nobody in between can show another (threat T22). */
export function attestAddress(ctx: SignerContext, chainId: string, path: string, keyGroup?: string): AttestedAddress {
  const { deployment } = policyInForce(ctx).document;
  const chain = ctx.chains.get(chainId);
  if (!chain) throw refuse('unknownWallet', chainId);
  const group = groupFor(ctx, keyGroup);
  const family = familyOf(chain);
  const publicKey = childOf(group, path, family.coinType);
  const address = family.addressOf(chain, publicKey, path);
  const digest = addressDigest({ deployment, keyGroup: group.id, chain: chainId, path, address });
  const attestation = bytesToHex(ed25519.sign(digest, ctx.identity.sign.secret));
  return { address, publicKey: bytesToHex(publicKey), keyGroup: group.id, attestation };
}
