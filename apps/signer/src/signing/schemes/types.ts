import type { Signature } from '@holdfast/chains';
import type { Curve, Messages } from '@holdfast/mpc';
import type { GroupKeys } from '../shares.ts';

/** One signature to be made. */
export interface Run {
  readonly parties: readonly number[];
  /** Where the key that signs is, below the group's root. */
  readonly path: readonly number[];
  /** The digest, or the whole message. */
  readonly bytes: Uint8Array;
  /** 32 bytes, never used for anything else. */
  readonly session: Uint8Array;
}

/**
 * A run between two rounds. What it remembers, a nonce among it, is in `next` and nowhere else; a restart loses it, as it must. `next` is called once:
 * the library refuses a state that was used before.
 */
export type Round =
  | { readonly done: false; readonly out: Messages; readonly next: (inbox: Messages) => Round }
  | { readonly done: true; readonly signature: Signature };

/** How signatures of one scheme are made among signers. */
export interface SchemeRunner {
  /** Whose share of a key group signs. */
  readonly curve: Curve;
  /** The message with which a signature may come to exist (docs/mpc.md): a party's part of it, and its last one. */
  readonly partIn: number;
  /** Opens what it needs of a key group, once for all runs of a session. */
  open(keys: GroupKeys): (run: Run) => Round;
}
