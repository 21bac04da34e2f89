/** Every limit of what members sign, in one place. Larger things are refused, not cut. */
export const limits = {
  /** Canonical bytes of an intent. */
  intentBytes: 65_536,
  /** Canonical bytes of a policy document or key ceremony request. */
  documentBytes: 262_144,
  /** How deep a document may nest; ours need six levels. */
  depth: 8,
  outputs: 200,
  /** Sats of an output that leaves for what is inscribed on it: usual are 546 to 10,000. More is spent as coins, or split before. */
  inscriptionUnits: 100_000n,
  /** Rows of a batch, and canonical bytes of its intent, which holds them all. */
  batchRows: 1_000,
  batchBytes: 262_144,
  members: 200,
  credentialsPerMember: 10,
  strategies: 500,
  /** Nine that approve and the last that releases. */
  nodes: 10,
  approversPerNode: 20,
  /** Sub-wallets in which a member has a role of its own. */
  walletRoles: 200,
  /** Members, sub-wallets, assets, entries or contracts that one rule names. */
  ruleList: 200,
  ruleMethods: 50,
  /** Contract calls of one transaction, and how deep one may stand in another. */
  calls: 50,
  callDepth: 4,
  /** Bytes of a call's data, and tokens of which it says what leaves. */
  callBytes: 24_576,
  callTokens: 20,
  /** Bytes of a contract's bytecode with what its constructor is given: what an intent has room for. Chains take 49,152 (EIP-3860). */
  deployBytes: 30_000,
  /** Bytes of a message that is signed; its types, the fields of each, all values in it, and how deep they stand. */
  messageBytes: 12_288,
  messageTypes: 50,
  messageFields: 50,
  messageValues: 1_000,
  messageDepth: 12,
  /** The longest sliding window and the longest cooling period, in hours. */
  hours: 720,
  /** Entries of the address book. */
  bookEntries: 10_000,
  /** Entries added or removed by one change of it. */
  bookChanges: 200,
  /** Tokens that members agreed on, and those that one change adds or removes. */
  bookTokens: 1_000,
  bookTokenChanges: 20,
  /** Of a rules file, and the test cases in it. */
  rulesFileBytes: 1_048_576,
  ruleCases: 200,
  /** How long after its creation an intent may at most be valid. */
  validityMs: 30n * 24n * 3_600_000n,
  /** How long after its time a member's freeze can be used. */
  freezeMs: 600_000,
  clientDataBytes: 4_096,
  /** Code points of what a member says of a refusal, or of a freeze. */
  remark: 200,
} as const;
