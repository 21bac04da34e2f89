import type { ExitWord } from '../../rpc/outcomes.ts';
import { ops } from './payment.ts';
import type { TonTx } from './shape.ts';

/** What exit codes mean: those of the machine and its actions (docs.ton.org, TVM exit codes), and those of the contracts that we know. */

type Words = ReadonlyMap<number, ExitWord>;

const machine: Words = new Map<number, ExitWord>([
  [2, 'stack'],
  [3, 'stack'],
  [4, 'number'],
  [5, 'number'],
  [6, 'code'],
  [7, 'stack'],
  [8, 'cell'],
  [9, 'cell'],
  [10, 'cell'],
  [11, 'method'],
  [13, 'gas'],
  [-14, 'gas'],
  [65_535, 'unknownCall'],
]);

const actions: Words = new Map<number, ExitWord>([
  [35, 'destination'],
  [36, 'destination'],
  [37, 'funds'],
  [38, 'funds'],
  [40, 'funds'],
]);

/** Wallet v5r1, and v4r2. */
const wallet: Words = new Map<number, ExitWord>([
  [132, 'signatureOff'],
  [133, 'seqno'],
  [134, 'walletId'],
  [135, 'signature'],
  [136, 'expired'],
  [33, 'seqno'],
  [34, 'walletId'],
  [35, 'signature'],
  [36, 'expired'],
]);
const walletForms = { from: 137, to: 147 } as const;

/** The reference of TEP-74, and jettons whose issuer can lock wallets. */
const jetton: Words = new Map<number, ExitWord>([
  [705, 'notOwner'],
  [706, 'tokenBalance'],
  [707, 'notItsWallet'],
  [708, 'payload'],
  [709, 'attached'],
  [73, 'notOwner'],
  [47, 'tokenBalance'],
  [74, 'notItsWallet'],
  [49, 'payload'],
  [48, 'attached'],
  [45, 'locked'],
  [72, 'unknownCall'],
]);

const jettonOps: readonly (number | undefined)[] = [ops.transfer, ops.internal];

/** A code means what the contract that gave it says: the same number is another thing elsewhere. */
function computeWord(tx: TonTx, code: number): ExitWord {
  const known = machine.get(code);
  if (known) return known;
  if (tx.in?.from === '')
    return wallet.get(code) ?? (code >= walletForms.from && code <= walletForms.to ? 'walletForm' : 'own');
  return (jettonOps.includes(tx.in?.op) ? jetton.get(code) : undefined) ?? 'own';
}

/** No code ran: nothing is there, or there was nothing to run it with. */
const skippedWord = (reason: string): ExitWord => {
  if (reason === 'no_state') return 'noCode';
  return reason === 'no_gas' ? 'noGas' : 'stopped';
};

export function exitOf({ exit: { skipped, compute, action }, aborted, ...tx }: TonTx): {
  readonly exit: ExitWord;
  readonly exitCode: number | undefined;
} {
  if (skipped !== undefined) return { exit: skippedWord(skipped), exitCode: undefined };
  if (compute !== undefined && compute !== 0 && compute !== 1)
    return { exit: computeWord({ ...tx, aborted, exit: {} }, compute), exitCode: compute };
  if (action !== undefined && action !== 0) return { exit: actions.get(action) ?? 'actions', exitCode: action };
  return { exit: aborted ? 'stopped' : 'done', exitCode: compute };
}
