export { announceNfts } from './announce.ts';
export { takeNfts, unwindNfts } from './moves.ts';
export { findNftNames, isFolded } from './names.ts';
export { nftsSent, type SentNft } from './sent.ts';
export { settleNfts } from './settle.ts';
