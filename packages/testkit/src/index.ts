export * from './clock.ts';
export * from './database.ts';
