import { createHash } from 'node:crypto';

/** 64 hex over everything that makes two requests the same request. */
export const requestHash = (fields: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('hex');
