/** Codes of errors of a wallet's JSON-RPC: JSON-RPC 2.0 section 5.1, EIP-1474 (-32000 to -32099) and EIP-1193 (four digits). */
export const faultCodes = {
  parse: -32_700,
  invalidRequest: -32_600,
  noMethod: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  /** The order came to nothing, or the node said no. */
  failed: -32_000,
  /** Members refused it. */
  rejected: 4001,
  unauthorized: 4100,
  unsupported: 4200,
  otherChain: 4902,
} as const;
export type FaultName = keyof typeof faultCodes;

/** What a caller is told in place of a result. */
export class RpcFault extends Error {
  readonly code: number;
  /** Of an order its number; of a call that failed what it gave back (EIP-838). */
  readonly data: unknown;
  /** @param fault one of ours, or the code that the node gave */
  constructor(fault: FaultName | number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcFault';
    this.code = typeof fault === 'number' ? fault : faultCodes[fault];
    this.data = data;
  }
}
