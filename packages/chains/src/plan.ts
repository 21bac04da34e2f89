import { ChainError } from './errors.ts';
import type { BitcoinPlan, BitcoinPlanInput, EvmPlan, Plan } from './types.ts';

const evmFields = ['nonce', 'gasLimit', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const;
const limits = { inputs: 500, hexChars: 1_000_000, textChars: 80 };

const bad = (field: string): never => {
  throw new ChainError('badPlan', field);
};

/** Exactly these fields, no more and no less. */
function fieldsOf(value: unknown, names: readonly string[], what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad(what);
  const found = Object.keys(value);
  if (found.length !== names.length || !names.every((name) => Object.hasOwn(value, name))) return bad(what);
  return value as Record<string, unknown>;
}

function text(value: unknown, field: string, limit = limits.textChars): string {
  return typeof value === 'string' && value.length <= limit ? value : bad(field);
}

function readInput(value: unknown, at: string): BitcoinPlanInput {
  const fields = fieldsOf(value, ['txid', 'vout', 'prevTx', 'path'], at);
  const vout = fields.vout;
  if (!Number.isInteger(vout) || (vout as number) < 0 || (vout as number) > 0xffffffff) return bad(`${at}.vout`);
  return {
    txid: text(fields.txid, `${at}.txid`),
    vout: vout as number,
    prevTx: text(fields.prevTx, `${at}.prevTx`, limits.hexChars),
    path: text(fields.path, `${at}.path`),
  };
}

function readBitcoin(value: unknown): BitcoinPlan {
  const fields = fieldsOf(value, ['family', 'inputs', 'changePath', 'feeRate'], 'plan');
  const inputs: unknown = fields.inputs;
  if (!Array.isArray(inputs) || inputs.length === 0 || inputs.length > limits.inputs) return bad('inputs');
  return {
    family: 'bitcoin',
    inputs: inputs.map((input, n) => readInput(input, `inputs[${n}]`)),
    changePath: text(fields.changePath, 'changePath'),
    feeRate: text(fields.feeRate, 'feeRate'),
  };
}

function readEvm(value: unknown): EvmPlan {
  const fields = fieldsOf(value, ['family', ...evmFields], 'plan');
  const [nonce = '', gasLimit = '', maxFeePerGas = '', maxPriorityFeePerGas = ''] = evmFields.map((name) =>
    text(fields[name], name),
  );
  return { family: 'evm', nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas };
}

/**
 * Reads a plan that came from somebody else (the server, for a signer): its form and its size. What its values mean is checked
 * by `build`. @throws ChainError `badPlan`
 */
export function readPlan(value: unknown): Plan {
  const family = (value as { family?: unknown } | null)?.family;
  if (family === 'evm') return readEvm(value);
  return family === 'bitcoin' ? readBitcoin(value) : bad('family');
}
