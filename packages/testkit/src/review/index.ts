export * from './chains.ts';
export * from './fixtures.ts';
export * from './rich-policy.ts';
