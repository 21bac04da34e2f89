import { isWithinLimits, splitPath } from '../path-text.ts';
import { badPlan, planFields, planHex, planInteger, planText } from '../plan-fields.ts';
import type { BitcoinPlan, BitcoinPlanInput } from './types.ts';

/** Each input is one threshold signature of its own: about 40 kB of messages and 60 ms of computing at each signer. */
export const maxInputs = 40;
/** Bytes of all transactions that made the inputs together. As text they are twice that, which leaves a quarter of a signer's longest message. */
export const mostPrevBytes = 6_000_000;
/** No block can hold a longer one, its witness aside. */
const maxPrevTxBytes = 1_000_000;

const path = /^m(\/(0|[1-9]\d{0,9})){4}$/;
const pathOrNone = new RegExp(`^$|${path.source}`);

function readInput(value: unknown, at: string): BitcoinPlanInput {
  const { txid, vout, prevTx, path: ownPath } = planFields(value, ['txid', 'vout', 'prevTx', 'path'], at);
  return {
    txid: planText(txid, /^[0-9a-f]{64}$/, `${at}.txid`),
    vout: planInteger(vout, 0xffffffff, `${at}.vout`),
    prevTx: planHex(prevTx, maxPrevTxBytes, `${at}.prevTx`),
    path: planText(ownPath, path, `${at}.path`),
  };
}

/** Form and size of a plan; what its values mean is checked by `build`. @throws ChainError `badPlan` */
export function readBitcoinPlan(value: unknown): BitcoinPlan {
  const usual = ['family', 'inputs', 'changePath', 'feeRate'] as const;
  const hasCommit = typeof value === 'object' && value !== null && 'commit' in value;
  const fields: Readonly<Record<string, unknown>> = hasCommit
    ? planFields(value, [...usual, 'commit'], 'plan')
    : planFields(value, usual, 'plan');
  planText(fields.family, /^bitcoin$/, 'family');
  const inputs: unknown = fields.inputs;
  if (!Array.isArray(inputs) || inputs.length === 0 || inputs.length > maxInputs) return badPlan('inputs');
  const changePath = planText(fields.changePath, pathOrNone, 'changePath');
  if (changePath !== '' && !isWithinLimits(splitPath(changePath))) return badPlan('changePath');
  return {
    family: 'bitcoin',
    inputs: inputs.map((input, n) => readInput(input, `inputs[${n}]`)),
    changePath,
    feeRate: planText(fields.feeRate, /^(0|[1-9]\d{0,9})(\.\d{1,3})?$/, 'feeRate'),
    ...(hasCommit ? { commit: planHex(fields.commit, maxPrevTxBytes, 'commit') } : {}),
  };
}
