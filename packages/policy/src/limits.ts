/** Every limit of what members sign, in one place. Larger things are refused, not cut. */
export const limits = {
  /** Canonical bytes of an intent. */
  intentBytes: 65_536,
  /** Canonical bytes of a policy document or key ceremony request. */
  documentBytes: 262_144,
  /** How deep a document may nest; ours need six levels. */
  depth: 8,
  outputs: 200,
  members: 200,
  credentialsPerMember: 10,
  strategies: 500,
  nodes: 9,
  approversPerNode: 20,
  /** How long after its creation an intent may at most be valid. */
  validityMs: 30n * 24n * 3_600_000n,
  clientDataBytes: 4_096,
} as const;
