import {
  type Curve,
  type KeyShare,
  type PairState,
  pairFromJson,
  pairToJson,
  shareFromJson,
  shareToJson,
} from '@holdfast/mpc';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { StoredGroup } from '../state/entries.ts';
import type { Vault } from '../store/vault.ts';

/** Where a share belongs. It opens for this and nothing else. */
export interface ShareScope {
  readonly deployment: string;
  readonly group: string;
  readonly party: string;
  readonly epoch: number;
}

const purpose = (what: string, { deployment, group, party, epoch }: ShareScope): Uint8Array =>
  utf8ToBytes(`share|${deployment}|${group}|${party}|${what}|${epoch}`);

const sealText = (vault: Vault, name: Uint8Array, text: string): string =>
  bytesToHex(vault.seal(name, utf8ToBytes(text)));
/** Pairs have some 50 kB each, too much for hex to be read by JavaScript. */
function openText(vault: Vault, name: Uint8Array, sealed: string): string {
  const box = Uint8Array.from(Buffer.from(sealed, 'hex'));
  if (2 * box.length !== sealed.length) throw new Error('what was sealed is no hex');
  return new TextDecoder().decode(vault.open(name, box));
}

export interface GroupSecrets {
  readonly secp256k1: KeyShare;
  readonly ed25519: KeyShare;
  readonly pairs: Readonly<Record<number, PairState>>;
}

export function sealSecrets(vault: Vault, scope: ShareScope, secrets: GroupSecrets): StoredGroup['sealed'] {
  const pairs = Object.entries(secrets.pairs).map(([other, pair]) => {
    return [other, sealText(vault, purpose(`pair-${other}`, scope), pairToJson(pair))] as const;
  });
  return {
    secp256k1: sealText(vault, purpose('secp256k1', scope), shareToJson(secrets.secp256k1)),
    ed25519: sealText(vault, purpose('ed25519', scope), shareToJson(secrets.ed25519)),
    pairs: Object.fromEntries(pairs),
  };
}

/**
 * Sealed shares that were opened and checked in this process: that share and public key fit is a dozen multiplications, and the same text opens to the same
 * share. Nothing that is secret is remembered (docs/decisions/0035).
 */
const checked = new Set<string>();
const checkedMax = 1_000;

function openShare(vault: Vault, scope: ShareScope, sealed: StoredGroup['sealed'], curve: Curve): KeyShare {
  const box = sealed[curve];
  const text = openText(vault, purpose(curve, scope), box);
  if (checked.has(box)) return shareFromJson(text, (key) => key);
  const share = shareFromJson(text);
  if (checked.size >= checkedMax) checked.clear();
  checked.add(box);
  return share;
}

/** Both shares of a group, as they leave for a backup. @throws Error when the sealed parts do not belong to this scope */
export function openShares(
  vault: Vault,
  scope: ShareScope,
  { sealed }: StoredGroup,
): Pick<GroupSecrets, 'secp256k1' | 'ed25519'> {
  return {
    secp256k1: openShare(vault, scope, sealed, 'secp256k1'),
    ed25519: openShare(vault, scope, sealed, 'ed25519'),
  };
}

/** A group's secrets, each opened only when a scheme asks for it. */
export interface GroupKeys {
  share(curve: Curve): KeyShare;
  /** By the other party; for ECDSA. */
  pairs(): Readonly<Record<number, PairState>>;
}

/** What schemes may need of a group. Its methods throw when the sealed parts do not belong to this scope. */
export const keysOf = (vault: Vault, scope: ShareScope, { sealed }: StoredGroup): GroupKeys => ({
  share: (curve) => openShare(vault, scope, sealed, curve),
  pairs: () =>
    Object.fromEntries(
      Object.entries(sealed.pairs).map(([other, pair]) => [
        other,
        pairFromJson(openText(vault, purpose(`pair-${other}`, scope), pair)),
      ]),
    ),
});
