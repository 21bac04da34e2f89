/** The part of bitcore-lib that is used: its port of Bitcoin Core's script interpreter. It ships no types. */
declare module 'bitcore-lib' {
  export class Script {
    constructor(bytes: Buffer);
    static Interpreter: (new () => Interpreter) & Record<string, number>;
  }
  export class Transaction {
    constructor(raw: Buffer);
    readonly inputs: { output: unknown }[];
    static Output: new (out: {
      satoshis: number;
      script: Script;
    }) => unknown;
  }
  export interface Interpreter {
    errstr: string;
    verify(
      scriptSig: Script,
      scriptPubKey: Script,
      tx: Transaction,
      input: number,
      flags: number,
      witness: Buffer[],
      satoshis: number,
    ): boolean;
  }
  const bitcore: { Script: typeof Script; Transaction: typeof Transaction };
  export default bitcore;
}
