import type { CurrentPolicy, OrderDeps } from './deps.ts';

const policyAgeMs = 1_000;

export interface Remembered {
  readonly readPolicy: () => Promise<CurrentPolicy>;
  /** Other rules may be in force now. */
  readonly forgetPolicy: () => void;
}

/** The policy, parsed at most once a second: signers compare the version themselves, so a moment's lag can only cost a refusal there. */
export function remembered(deps: OrderDeps): Remembered {
  let last: { at: number; policy: Promise<CurrentPolicy> } | undefined;
  const readPolicy = async (): Promise<CurrentPolicy> => {
    const at = deps.clock().getTime();
    if (!last || Math.abs(at - last.at) > policyAgeMs) last = { at, policy: deps.policy() };
    try {
      return await last.policy;
    } catch (error) {
      last = undefined;
      throw error;
    }
  };
  const forgetPolicy = (): void => {
    last = undefined;
  };
  return { readPolicy, forgetPolicy };
}
