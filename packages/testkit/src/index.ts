export * from './api.ts';
export * from './chains.ts';
export * from './clock.ts';
export * from './database.ts';
export * from './keys.ts';
export * from './policy.ts';
export * from './server.ts';
export * from './signer.ts';
