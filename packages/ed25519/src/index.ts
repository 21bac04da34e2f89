export { ed25519 } from '#ed25519';
export type { Ed25519 } from './portable.ts';
