import type { Intent } from '@holdfast/policy';
import { paying, payment, type Scenario } from '../scenario.ts';

/** A request that a step has to refuse, and the promise it keeps by that. */
export interface Refusal {
  readonly step: string;
  readonly promise: string;
  readonly code: string;
  make(): Scenario;
}

export function refusals() {
  const all: Refusal[] = [];
  const refuses = (step: string, code: string, promise: string, make: () => Scenario): void => {
    all.push({ step, promise, code, make });
  };
  return { all, refuses };
}

/** The same request with another intent text, approvals and all made for it. */
export const withIntent = (changes: Partial<Intent>, family: 'evm' | 'bitcoin' = 'evm'): Scenario =>
  paying(payment(family, changes));
export const after = (s: Scenario, change: (s: Scenario) => void): Scenario => {
  change(s);
  return s;
};
export const asking = (s: Scenario, request: Partial<Scenario['request']>): Scenario => ({
  ...s,
  request: { ...s.request, ...request },
});
export const freeze = (s: Scenario): void => {
  s.state.frozen = { at: 1, by: 'olga', reason: 'drill' };
};
