/** Why a node gave no answer that can be used. */
export const readFaults = [
  /** Nothing came within the time limit. */
  'timeout',
  'unreachable',
  /** It does not know the user or the password (HTTP 401). */
  'unauthorized',
  /** It does not let this user make the call (HTTP 403): an address or a method that is not on its list. */
  'forbidden',
  /** It has too much to do (HTTP 429, 503). */
  'busy',
  /** It was started lately and is not ready. */
  'starting',
  /** It follows another chain than the configuration says. */
  'wrongNetwork',
  /** The answer is larger than what is held in memory. */
  'tooLarge',
  'badAnswer',
  'inconsistent',
  'nodeError',
  'unsupported',
] as const;
export type ReadFault = (typeof readFaults)[number];

/** A node that does not answer, answers nonsense, or refuses. Never carries the URL: it may hold a password. */
export class RpcError extends Error {
  readonly code: ReadFault;
  /** The node's own number and words, for `nodeError`. */
  readonly node: { readonly code: number; readonly message: string } | undefined;

  constructor(code: ReadFault, detail: string, node?: { code: number; message: string }) {
    super(`${code}: ${detail}`);
    this.name = 'RpcError';
    this.code = code;
    this.node = node;
  }
}

const aboutOneAnswer: readonly ReadFault[] = ['timeout', 'tooLarge', 'badAnswer', 'inconsistent', 'nodeError'];

/** Is the node itself out of reach, so that asking it for something else would end no better? */
export const isAway = (error: unknown): boolean => error instanceof RpcError && !aboutOneAnswer.includes(error.code);
