export * from './database.ts';
export * from './real-signers.ts';
export * from './recorded.ts';
export * from './server.ts';
export * from './signer.ts';
