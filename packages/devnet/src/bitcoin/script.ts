import bitcore from 'bitcore-lib';
import { codes, reject } from './errors.ts';
import { outputType } from './output.ts';
import type { Tx, TxOutput } from './transaction.ts';

const { Transaction, Script } = bitcore;
const { Interpreter } = Script;

/**
 * Bitcoin Core's standard flags (policy/policy.h): the rules of blocks and the stricter ones of the mempool. CLEANSTACK is left
 * out: bitcore-lib applies it to witness spends, which it wrongly fails.
 */
const flags = [
  'P2SH',
  'DERSIG',
  'NULLDUMMY',
  'CHECKLOCKTIMEVERIFY',
  'CHECKSEQUENCEVERIFY',
  'WITNESS',
  'TAPROOT',
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
].reduce((all, name) => {
  const flag = Interpreter[`SCRIPT_VERIFY_${name}`];
  if (flag === undefined) throw new Error(`bitcore-lib has no flag ${name}`);
  return all | flag;
}, 0);

/** Runs every input's scripts. @throws NodeError `mempool-script-verify-flag-failed (…)` */
export function verifyScripts(tx: Tx, spent: readonly TxOutput[]): void {
  const parsed = new Transaction(tx.raw);
  for (const [n, { value, script }] of spent.entries()) {
    const input = parsed.inputs[n];
    if (input) input.output = new Transaction.Output({ satoshis: Number(value), script: new Script(script) });
  }
  for (const [n, input] of tx.inputs.entries()) {
    const output = spent[n] ?? reject('bad-txns-inputs-missingorspent');
    // Anybody may spend it, and that it has no witness has been checked; the interpreter does not know it yet.
    if (outputType(output.script) === 'anchor') continue;
    const run = new Interpreter();
    let passed = false;
    try {
      const [sig, pub] = [new Script(input.scriptSig), new Script(output.script)];
      // A copy, as the interpreter takes its stack from the very list it is given.
      passed = run.verify(sig, pub, parsed, n, flags, [...input.witness], Number(output.value));
    } catch (error) {
      run.errstr = (error as Error).message;
    }
    if (!passed) {
      const reason = `mempool-script-verify-flag-failed (${run.errstr || 'script evaluated to false'})`;
      reject(reason, codes.rejected, `${reason}, input ${n} of ${tx.id} (wtxid ${tx.wid})`);
    }
  }
}
