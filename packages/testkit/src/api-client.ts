import { createHash, randomBytes } from 'node:crypto';
import { type Outgoing, type Request, signedHeaders } from '@holdfast/contract';
import { type Api, apiOver } from './api.ts';
import type { DeviceKey } from './keys.ts';

export interface TestApiClient {
  readonly appId: string;
  readonly key: DeviceKey;
  /** Under which the server is known; what is signed. */
  readonly origin: string;
  readonly now?: () => number;
  readonly nonce?: () => string;
}

const newNonce = (): string => randomBytes(16).toString('base64url');

/** The headers of a request as this API client signs it. */
export const apiClientHeaders = (
  { appId, key, now = Date.now, nonce = newNonce }: TestApiClient,
  outgoing: Outgoing,
): Record<string, string> => {
  const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
  const sign = (bytes: Uint8Array): string => Buffer.from(key.sign(bytes), 'hex').toString('base64');
  return signedHeaders(outgoing, { appId, sha256, sign }, { nowMs: now(), nonce: nonce() });
};

async function send(url: string, apiClient: TestApiClient, { method, path, form }: Request): Promise<unknown> {
  const target = method === 'GET' && form.size > 0 ? `${path}?${form}` : path;
  const body = method === 'POST' ? form.toString() : '';
  const headers = apiClientHeaders(apiClient, { method, url: `${apiClient.origin}${target}`, body });
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(`${url}${target}`, {
    method,
    headers: method === 'POST' ? { ...headers, ...type } : headers,
    ...(method === 'POST' ? { body } : {}),
  });
  return response.json();
}

/** The typed client of every area, each request signed by an API client. */
export const apiClientApi = (url: string, apiClient: TestApiClient): Api =>
  apiOver((request) => send(url, apiClient, request));
