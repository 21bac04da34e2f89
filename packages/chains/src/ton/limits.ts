/** Amounts in nanotons. */

/**
 * The most that the wallet itself pays for one message: about 0.003 TON of computing, forwarding and storage, 0.007 with its state init. Nothing in a
 * transaction bounds it; the wallet's code does, at the network's prices. Measured by the emulator, with room for prices to double.
 */
export const ownCost = 20_000_000n;
export const usualOwnCost = 4_000_000n;

/** What makes a jetton's receiver hear of it. Its wallet passes on exactly that. */
export const forwarded = 1n;

/** What goes with a jetton transfer: it may have to make the receiver's wallet. What is left comes back. */
export const usualAttached = 50_000_000n;
export const mostAttached = 500_000_000n;

/** `seqno` has 32 bits; nobody gets so far. */
export const mostSeqno = 0xfffffffen;
export const mostTime = 0xffffffffn;

/** Characters of a comment: what fits with its marks into one cell. */
export const mostComment = 120;
