/** The messages of java-tron's `core/Tron.proto` that our transactions are made of, with the fields that they use. */

export const transaction = { raw: 1, signature: 2 } as const;
export const raw = {
  refBlockBytes: 1,
  refBlockHash: 4,
  expiration: 8,
  data: 10,
  contract: 11,
  timestamp: 14,
  feeLimit: 18,
} as const;
export const contract = { type: 1, parameter: 2 } as const;
export const parameter = { typeUrl: 1, value: 2 } as const;
export const transferContract = { owner: 1, to: 2, amount: 3 } as const;
export const triggerSmartContract = { owner: 1, contract: 2, data: 4 } as const;

export const freezeBalanceV2 = { owner: 1, amount: 2, resource: 3 } as const;
export const unfreezeBalanceV2 = { owner: 1, amount: 2, resource: 3 } as const;
export const withdrawExpireUnfreeze = { owner: 1 } as const;
export const delegateResource = { owner: 1, resource: 2, amount: 3, receiver: 4, lock: 5, lockPeriod: 6 } as const;
export const unDelegateResource = { owner: 1, resource: 2, amount: 3, receiver: 4 } as const;

/** By the name of what a transaction does, its number among the kinds. */
export const kinds = {
  TransferContract: 1n,
  TriggerSmartContract: 31n,
  FreezeBalanceV2Contract: 54n,
  UnfreezeBalanceV2Contract: 55n,
  WithdrawExpireUnfreezeContract: 56n,
  DelegateResourceContract: 57n,
  UnDelegateResourceContract: 58n,
} as const;
export const typeUrl = (kind: string): string => `type.googleapis.com/protocol.${kind}`;
