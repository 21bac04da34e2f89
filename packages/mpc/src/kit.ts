import { MpcAbort } from './abort.ts';
import { shareFromJson, shareToJson } from './json.ts';
import { keyGroupId } from './share.ts';
import type { KeyShare } from './types.ts';

/**
 * The kit in plain: one party's shares of both keys of a group with everything public about them, as JSON. The recovery party's kit and a
 * signer's exported share have this one form; whoever stores it encrypts it.
 */
export interface Kit {
  readonly deployment: string;
  /** Id of the ceremony that made the keys. */
  readonly ceremony: string;
  readonly createdAt: string;
  readonly secp256k1: KeyShare;
  readonly ed25519: KeyShare;
}

/** `wrongPassphrase` is for who opens the encrypted file. */
export type KitFault = 'notAKit' | 'wrongPassphrase' | 'newerVersion' | 'inconsistent';
export class KitError extends Error {
  readonly code: KitFault;
  constructor(code: KitFault, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

export const kitType = 'holdfast-recovery-kit';
export const kitGroup = (kit: Kit): string => keyGroupId(kit.secp256k1, kit.ed25519);

/** Complete enough to recover with other software: shares, verifying shares, group keys, chain codes, epoch. */
export function kitToJson(kit: Kit): string {
  const { deployment, ceremony, createdAt } = kit;
  const share = (key: KeyShare): unknown => JSON.parse(shareToJson(key));
  const shares = { secp256k1: share(kit.secp256k1), ed25519: share(kit.ed25519) };
  return `${JSON.stringify({ v: 1, type: kitType, createdAt, deployment, ceremony, keyGroup: kitGroup(kit), party: kit.secp256k1.me, shares }, null, 2)}\n`;
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new KitError('notAKit');
}

function readShare(shares: unknown, curve: 'secp256k1' | 'ed25519'): KeyShare {
  try {
    const share = shareFromJson(JSON.stringify((shares as Record<string, unknown>)[curve]));
    if (share.curve === curve) return share;
  } catch (error) {
    // The library names what is wrong; anything else wrong in the file is as bad.
    throw new KitError('inconsistent', error instanceof MpcAbort ? error : undefined);
  }
  throw new KitError('inconsistent');
}

/** Reads and checks the JSON: shares must fit their public keys and the group's name. @throws KitError */
export function kitFromJson(text: string): Kit {
  const { v, type: kind, createdAt, deployment, ceremony, keyGroup, party, shares } = fieldsOf(text);
  if (kind !== kitType) throw new KitError('notAKit');
  if (v !== 1) throw new KitError('newerVersion');
  if (typeof createdAt !== 'string' || typeof deployment !== 'string' || typeof ceremony !== 'string')
    throw new KitError('inconsistent');
  const kit = {
    deployment,
    ceremony,
    createdAt,
    secp256k1: readShare(shares, 'secp256k1'),
    ed25519: readShare(shares, 'ed25519'),
  };
  const { me } = kit.secp256k1;
  if (me !== party || kit.ed25519.me !== me || kitGroup(kit) !== keyGroup) throw new KitError('inconsistent');
  return kit;
}
