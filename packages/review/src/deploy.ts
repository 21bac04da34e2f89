import { type Deployment, deploymentIn } from '@holdfast/policy';
import { argumentsOf, type ToldArgument } from './call.ts';
import type { Review } from './open.ts';

/** A deployment in words: what pages and terminals say of it, from the bytes that are signed. */
export interface ToldDeployment extends Pick<Deployment, 'codeBytes'> {
  /** Keccak-256 of the bytecode, `0x…`: by which rules name it. */
  readonly code: string;
  /** `constructor(address owner)` */
  readonly constructs: string;
  readonly args: readonly ToldArgument[];
}

/** @returns undefined for what nobody can read: that is approved by nobody */
export function deployTold({ intent }: Pick<Review, 'intent'>): ToldDeployment | undefined {
  const read = deploymentIn(intent);
  return (
    read && {
      ...{ code: `0x${read.code}`, codeBytes: read.codeBytes, constructs: read.constructs.text },
      args: read.args.flatMap((value, i) => argumentsOf(read.constructs.inputs[i], value, i)),
    }
  );
}
