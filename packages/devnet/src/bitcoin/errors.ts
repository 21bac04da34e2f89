/** A refusal with bitcoind's own number and words (src/rpc/protocol.h, src/validation.cpp): callers match on them. */
export class NodeError extends Error {
  readonly code: number;
  /** The short reason, without what bitcoind adds for people. */
  readonly reason: string;

  constructor(code: number, reason: string, details = reason) {
    super(details);
    this.code = code;
    this.reason = reason;
  }
}

export const codes = {
  parse: -32700,
  internal: -32603,
  methodNotFound: -32601,
  misc: -1,
  type: -3,
  invalidParameter: -8,
  notFound: -5,
  deserialization: -22,
  verify: -25,
  rejected: -26,
  alreadyKnown: -27,
} as const;

/** Refused by consensus or mempool policy. @param details the whole sentence, where bitcoind says more than the reason */
export function reject(reason: string, code: number = codes.rejected, details?: string): never {
  throw new NodeError(code, reason, details);
}
