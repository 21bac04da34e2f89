/**
 * Threshold keys and signatures. Coming into these exports as they are written:
 *   dkg: Dkg, reshare: Reshare, pairSetup: PairSetup, dkls23: EcdsaEngine<EcdsaState>, frost: { ed25519: FrostSigner, taproot: FrostSigner }
 *   bip32Tweak(groupPublic, chainCode, path: number[]): { publicKey: Uint8Array; tweak: bigint; chainCode: Uint8Array }
 *   ed25519Tweak(groupPublic, chainCode, path: number[]): same
 *   refreshConfig / reissueConfig: helpers that fill a ReshareConfig
 *   recoverSecret(shares: KeyShare[]): bigint
 *   provePossession(key: KeyShare, context: Uint8Array): Uint8Array
 *   verifyPossession(key: KeyPublic, party: number, context: Uint8Array, proof: Uint8Array): boolean
 *   keyGroupId(secp256k1: KeyPublic, ed25519: KeyPublic): string (32 hex)
 *   shareToJson / shareFromJson, pairToJson / pairFromJson (strict, text), encodeState / decodeState (states between rounds)
 */
export { type AbortKind, MpcAbort } from './abort.ts';
export type * from './types.ts';
