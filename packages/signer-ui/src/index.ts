export type {
  AssetFacts,
  ChainFacts,
  FreezeFacts,
  IntentReply,
  KeyGroupPublic,
  PeerFacts,
  SignerFacts,
} from '@holdfast/review/facts';
export {
  createDeviceKey,
  createPasskey,
  hasDeviceKey,
  passkeysPossible,
  pointOfSpki,
  signWithDeviceKey,
  signWithPasskey,
} from './credentials.ts';
export { type Child, el, type IconName, icon, type Props, show, svg } from './dom.ts';
export { asFault, Fault } from './fault.ts';
export { alertBox, faultBox } from './fault-box.ts';
export {
  createSpeech,
  type Language,
  type Param,
  type Params,
  pickLanguage,
  recall,
  remember,
  type Speech,
  type Table,
} from './language.ts';
export { localWords, type Words } from './local-words.ts';
export { backLink, card, heading, notice, row, rows, showWaiting, stopWaiting } from './parts.ts';
export { parseRoute, type Route, returnAddress } from './route.ts';
export { type Page, type Screen, startPage } from './shell.ts';
export { allSignerFacts, ask, fetchIntent, sendApproval, sendFreeze, signerFacts, stopFacts } from './signer-api.ts';
export { signerText } from './signer-text.ts';
export { shellEn } from './texts.en.ts';
export { shellZh } from './texts.zh.ts';
export { addressView, digestView } from './views.ts';
