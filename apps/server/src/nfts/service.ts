export { takeNfts, unwindNfts } from './moves.ts';
export { settleNfts } from './settle.ts';
