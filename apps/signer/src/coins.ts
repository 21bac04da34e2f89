/** SLIP-44 coin types in our derivation paths. */
export const coinTypes = { evm: 60, bitcoin: 0 } as const;
