import { createHash, randomBytes } from 'node:crypto';
import { type Outgoing, type Request, signedHeaders } from '@holdfast/contract';
import { type Api, apiOver } from './api.ts';
import type { DeviceKey } from './keys.ts';

export interface TestProgram {
  readonly appId: string;
  readonly key: DeviceKey;
  /** Under which the server is known; what is signed. */
  readonly origin: string;
  readonly now?: () => number;
  readonly nonce?: () => string;
}

const newNonce = (): string => randomBytes(16).toString('base64url');

/** The headers of a request as this program signs it. */
export const programHeaders = (
  { appId, key, now = Date.now, nonce = newNonce }: TestProgram,
  outgoing: Outgoing,
): Record<string, string> => {
  const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
  const sign = (bytes: Uint8Array): string => Buffer.from(key.sign(bytes), 'hex').toString('base64');
  return signedHeaders(outgoing, { appId, sha256, sign }, { nowMs: now(), nonce: nonce() });
};

async function send(url: string, program: TestProgram, { method, path, form }: Request): Promise<unknown> {
  const target = method === 'GET' && form.size > 0 ? `${path}?${form}` : path;
  const body = method === 'POST' ? form.toString() : '';
  const headers = programHeaders(program, { method, url: `${program.origin}${target}`, body });
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(`${url}${target}`, {
    method,
    headers: method === 'POST' ? { ...headers, ...type } : headers,
    ...(method === 'POST' ? { body } : {}),
  });
  return response.json();
}

/** The typed client of every area, each request signed by a program. */
export const programApi = (url: string, program: TestProgram): Api => apiOver((request) => send(url, program, request));
