/** Threshold keys and signatures: key generation, ECDSA (DKLs23), EdDSA and taproot (FROST), child keys, refresh and recovery. */
export { type AbortKind, MpcAbort } from './abort.ts';
export { dkg } from './dkg.ts';
export { dkls23 } from './dkls/sign.ts';
export { pairFromJson, pairToJson, shareFromJson, shareToJson } from './json.ts';
export { pairSetup } from './pair/setup.ts';
export { refreshConfig, reissueConfig, reshare } from './reshare.ts';
export { checkPublic, checkShare, keyGroupId, publicOf } from './share.ts';
export { decodeState, encodeState } from './state.ts';
export type * from './types.ts';
