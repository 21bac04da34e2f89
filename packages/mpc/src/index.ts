/** Threshold keys and signatures: key generation, ECDSA (DKLs23), EdDSA and taproot (FROST), child keys, refresh and recovery. */
export { type AbortKind, MpcAbort } from './abort.ts';
export { bip32Tweak, type Child, ed25519Tweak } from './derive.ts';
export { dkg } from './dkg.ts';
export { dkls23 } from './dkls/sign.ts';
export { frost } from './frost/rounds.ts';
export { taprootOutputKey } from './frost/taproot.ts';
export { commonShare, type Holding, hearKept, keepShare, keeps, usableShares } from './handover.ts';
export { pairFromJson, pairToJson, shareFromJson, shareToJson } from './json.ts';
export { type Kit, KitError, kitFromJson, kitGroup, kitToJson, kitType } from './kit.ts';
export { pairSetup } from './pair/setup.ts';
export { provePossession, verifyPossession } from './possession.ts';
export { childSecret, ed25519SignWhole, recoverSecret, taprootSignWhole } from './recover.ts';
export { refreshConfig, reissueConfig, reshare } from './reshare.ts';
export { checkPublic, checkShare, keyGroupId, publicOf } from './share.ts';
export { decodeState, encodeState } from './state.ts';
export type * from './types.ts';
