/** What the stand-in's chain holds at one moment. */

export type Resource = 'bandwidth' | 'energy';
export interface Delegated {
  readonly from: string;
  readonly to: string;
  readonly resource: Resource;
  readonly amount: bigint;
  readonly lockedUntil: number;
}

interface Taken {
  readonly units: bigint;
  readonly at: number;
}
type ByResource<T> = Readonly<Record<Resource, T>>;
/** What lies below the first level is never changed, only replaced: copies share it. */
export interface Account {
  balance: bigint;
  usedBytes: number;
  usedAt: number;
  staked: ByResource<bigint>;
  /** Of what comes of stake. */
  taken: ByResource<Taken>;
  unfreezing: readonly { readonly resource: Resource; readonly amount: bigint; readonly freeAt: number }[];
}
const nothing = { units: 0n, at: 0 };
export const openAccount = (balance: bigint): Account => ({
  balance,
  usedBytes: 0,
  usedAt: 0,
  staked: { bandwidth: 0n, energy: 0n },
  taken: { bandwidth: nothing, energy: nothing },
  unfreezing: [],
});
export interface State {
  /** From unstaking until coins can be withdrawn. */
  readonly unfreezeDays: number;
  readonly accounts: Map<string, Account>;
  /** `contract|holder` → units. */
  readonly tokens: Map<string, bigint>;
  readonly delegated: Map<string, Delegated>;
}
export class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function debit(account: Account, amount: bigint, code: string): void {
  if (account.balance < amount) throw new Refused(code, 'Validate error, balance is not sufficient.');
  account.balance -= amount;
}
