/** A point of the group, or its neutral element. */
export interface Point {
  add(other: Point): Point;
  subtract(other: Point): Point;
  negate(): Point;
  equals(other: Point): boolean;
  is0(): boolean;
  /**
   * For secret scalars, in 1..order-1.
   * @throws for any other scalar
   */
  multiply(scalar: bigint): Point;
  /**
   * In variable time: for public scalars only, in 0..order-1.
   * @throws for any other scalar
   */
  multiplyUnsafe(scalar: bigint): Point;
  /** Both 0 for the neutral element. */
  toAffine(): { x: bigint; y: bigint };
  /**
   * 33 bytes, SEC 1 compressed.
   * @throws for the neutral element, which has no such encoding
   */
  toBytes(): Uint8Array;
}

/** An ECDSA signature that says which of the points with the same r its nonce is. */
export interface RecoverableSignature {
  readonly r: bigint;
  readonly s: bigint;
  readonly recid: 0 | 1;
}

export interface Secp256k1 {
  /** How many points there are: a prime. */
  readonly order: bigint;
  readonly base: Point;
  readonly zero: Point;
  /** @throws for anything but 33 bytes, SEC 1 compressed, of a point of the curve */
  decode(bytes: Uint8Array): Point;
  /**
   * The compressed key (33 bytes) that made a signature over a digest of 32 bytes (SEC 1 §4.1.6).
   * @throws for a digest of another length, numbers out of range, and where no key made it
   */
  recover(signature: RecoverableSignature, digest: Uint8Array): Uint8Array;
}
