export { ChannelError, type ChannelFault } from './bytes.ts';
export {
  type Identity,
  identityFromJson,
  identityToJson,
  newIdentity,
  type PeerKeys,
  publicKeysOf,
} from './identity.ts';
export {
  checkHead,
  createHeadProof,
  createSender,
  headLength,
  keepHeader,
  type OpenedRequest,
  openRequest,
  type SealedRequest,
  sealRequest,
  taggedLength,
  tagHeader,
} from './noise.ts';
export { createReplayGuard, maxSkewMs } from './replay.ts';
export { type Hello, openSession, type Session, type SessionOpening, startHello } from './session.ts';
export { createTransportReceiver, type Transport, transportOf } from './transport.ts';
