export { secp256k1 } from '#secp256k1';
export type { Point } from './types.ts';
