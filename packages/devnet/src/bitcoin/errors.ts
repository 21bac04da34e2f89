/** A refusal with bitcoind's own number and words (src/rpc/protocol.h, src/validation.cpp): callers match on them. */
export class NodeError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const codes = {
  methodNotFound: -32601,
  invalidParameter: -8,
  notFound: -5,
  deserialization: -22,
  verify: -25,
  rejected: -26,
  alreadyKnown: -27,
} as const;

/** Refused by consensus or mempool policy. */
export function reject(reason: string, code: number = codes.rejected): never {
  throw new NodeError(code, reason);
}
