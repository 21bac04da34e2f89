/**
 * Two real signers in one process, set up and paying, for tests of whoever talks to them: `startPair` / `readyPair` start them, `call` speaks the
 * server's channel, `ask` the pages' HTTP, `runCeremony` plays the recovery party, `signBoth` relays a signing session.
 */
export * from './ceremony.ts';
export * from './change.ts';
export * from './pair.ts';
export * from './payments.ts';
