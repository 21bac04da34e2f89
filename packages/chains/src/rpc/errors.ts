export type ReadFault = 'timeout' | 'unreachable' | 'badAnswer' | 'inconsistent' | 'nodeError' | 'unsupported';

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
