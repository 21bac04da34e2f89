/**
 * Two real signers in one process, set up and paying, for tests of whoever talks to them: `startPair` / `readyPair` start them, `runCeremony` plays
 * the recovery party. What is said to them is in `@holdfast/testkit/signer`.
 */
export * from './ceremony.ts';
export * from './pair.ts';
