/**
 * What tests say to a signer as its server and its pages do, and the members, payments and rules they say it with. What starts a signer lies in
 * apps/signer/test.
 */
export * from './change.ts';
export * from './first-rules.ts';
export * from './fixtures.ts';
export * from './link.ts';
export * from './passkey.ts';
export * from './payments.ts';
