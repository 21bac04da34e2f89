import { z } from 'zod';

/**
 * What the signers say of an address, so that nobody has to take the server's word: each attestation is Ed25519 by the signer's identity over chain, path,
 * address, deployment and key group (`addressDigest` of packages/policy). It travels with every address.
 */
export const addressProof = z.object({
  deployment: z.string(),
  key_group: z.string(),
  attestations: z.array(z.object({ signer: z.string(), attestation: z.string() })),
});
