import { codeHash, inputsOf, methodOf, type Parameter } from '@holdfast/policy';
import { contractIn, dataOf } from '../../lib/abi.ts';

/** A contract as somebody composes it. Pure. */
export interface DeployForm {
  /** JSON ABI, artifact, or the constructor's signature. */
  readonly abi: string;
  readonly bytecode: string;
  readonly texts: readonly string[];
}
export const emptyDeploy: DeployForm = { abi: '', bytecode: '', texts: [] };

export interface ComposedDeploy {
  /** Keccak-256 of the bytecode, `0x…`; '' for what is none. */
  readonly hash: string;
  /** Of the constructor; undefined where they cannot be read. */
  readonly inputs: string | undefined;
  readonly parameters: readonly Parameter[];
  /** Arguments that are none, by their places. */
  readonly faults: readonly number[];
  /** All that is sent, `0x…`; '' as long as something is missing. */
  readonly data: string;
}

/** Libraries that are not linked leave marks that are no hex. */
const isCode = (code: string): boolean => /^([0-9a-f]{2})+$/.test(code);

export function composeDeploy({ abi, bytecode, texts }: DeployForm): ComposedDeploy {
  const pasted = contractIn(abi);
  const code = (bytecode.trim() || pasted.bytecode).replace(/^0x/, '').toLowerCase();
  const inputs = inputsOf(pasted.inputs);
  const method = inputs === undefined ? undefined : methodOf(`constructor${inputs}`);
  const made = method ? dataOf(method, texts) : { data: '', faults: [] };
  const isWhole = isCode(code) && method !== undefined && made.faults.length === 0;
  return {
    hash: isCode(code) ? `0x${codeHash(code)}` : '',
    inputs,
    parameters: method?.inputs ?? [],
    faults: made.faults,
    data: isWhole ? `0x${code}${made.data.slice(10)}` : '',
  };
}
