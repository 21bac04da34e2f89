import { createRequire } from 'node:module';
import { reject } from './errors.ts';
import type { Tx, TxOutput } from './transaction.ts';

/** The part of bitcore-lib that is used: its port of Bitcoin Core's script interpreter. It ships no types. */
interface Interpreter {
  errstr: string;
  verify(
    sig: unknown,
    pub: unknown,
    tx: unknown,
    n: number,
    flags: number,
    witness: readonly Buffer[],
    value: number,
  ): boolean;
}
interface Bitcore {
  Transaction: (new (
    raw: Buffer,
  ) => { inputs: { output: unknown }[] }) & {
    Output: new (out: { satoshis: number; script: unknown }) => unknown;
  };
  Script: (new (bytes: Buffer) => unknown) & { Interpreter: (new () => Interpreter) & Record<string, number> };
}

const { Transaction, Script } = createRequire(import.meta.url)('bitcore-lib') as Bitcore;
const { Interpreter } = Script;

const flagsOf = (names: readonly string[]): number =>
  names.reduce((flags, name) => {
    const flag = Interpreter[`SCRIPT_VERIFY_${name}`];
    if (flag === undefined) throw new Error(`bitcore-lib has no flag ${name}`);
    return flags | flag;
  }, 0);

/** Rules of blocks. */
export const consensusFlags = flagsOf([
  'P2SH',
  'DERSIG',
  'NULLDUMMY',
  'CHECKLOCKTIMEVERIFY',
  'CHECKSEQUENCEVERIFY',
  'WITNESS',
  'TAPROOT',
]);

/** Rules of the mempool. CLEANSTACK is left out: bitcore-lib applies it to witness spends, which it wrongly fails. */
export const standardFlags =
  consensusFlags |
  flagsOf([
    'STRICTENC',
    'LOW_S',
    'MINIMALDATA',
    'DISCOURAGE_UPGRADABLE_NOPS',
    'MINIMALIF',
    'NULLFAIL',
    'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM',
    'WITNESS_PUBKEYTYPE',
    'CONST_SCRIPTCODE',
    'DISCOURAGE_UPGRADABLE_TAPROOT_VERSION',
    'DISCOURAGE_OP_SUCCESS',
    'DISCOURAGE_UPGRADABLE_PUBKEYTYPE',
  ]);

/** Runs every input's scripts. @throws NodeError `mandatory-script-verify-flag-failed (…)` */
export function verifyScripts(tx: Tx, spent: readonly TxOutput[], flags: number): void {
  const parsed = new Transaction(tx.raw);
  for (const [n, output] of spent.entries()) {
    const input = parsed.inputs[n];
    if (input)
      input.output = new Transaction.Output({ satoshis: Number(output.value), script: new Script(output.script) });
  }
  for (const [n, input] of tx.inputs.entries()) {
    const output = spent[n];
    if (!output) reject('bad-txns-inputs-missingorspent');
    const run = new Interpreter();
    let passed = false;
    try {
      const [sig, pub] = [new Script(input.scriptSig), new Script(output.script)];
      // A copy, as the interpreter takes its stack from the very list it is given.
      passed = run.verify(sig, pub, parsed, n, flags, [...input.witness], Number(output.value));
    } catch (error) {
      run.errstr = (error as Error).message;
    }
    if (!passed) reject(`mandatory-script-verify-flag-failed (${run.errstr || 'script evaluated to false'})`);
  }
}
