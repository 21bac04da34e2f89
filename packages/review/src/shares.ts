import type { SignerFacts } from './facts.ts';

export type SharesFacts = Pick<SignerFacts, 'exports' | 'exported'>;

/** A signer's share of one generation of a key. */
export interface ShareOf {
  readonly signer: string;
  readonly keyGroup: string;
  readonly epoch: number;
}

/** The other signers whose shares of this key are out or on their way as well, as one signer knows it: with one of those the key is whole. */
export function otherShares({ exports, exported }: SharesFacts, share: ShareOf): string[] {
  const out = [...exports, ...exported].filter(
    ({ signer, keyGroup, epoch }) => signer !== share.signer && keyGroup === share.keyGroup && epoch === share.epoch,
  );
  return [...new Set(out.map(({ signer }) => signer))].sort();
}
