import { createHash, randomBytes } from 'node:crypto';
import { type Send, signedHeaders } from '@holdfast/contract';
import { signWithSecret } from '@holdfast/review/keyfile';
import { CliError } from './exit.ts';
import type { OpenedKey } from './key-file.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

function signer({ secret }: OpenedKey): (bytes: Uint8Array) => string {
  return (bytes) => {
    const proof = signWithSecret(secret, bytes);
    if (proof.type !== 'device') throw new TypeError('a device key signs as one');
    return Buffer.from(proof.signature, 'hex').toString('base64');
  };
}

/** Sends each call as a request that the API client signs (docs/decisions/0011). `server`: the origin under which it is known. Never sends twice. */
export function signedSend(server: string, appId: string, key: OpenedKey): Send {
  const sign = signer(key);
  return async ({ method, path, form, timeoutMs }) => {
    const url = `${server}${path}${method === 'GET' && form.size > 0 ? `?${form}` : ''}`;
    const body = method === 'POST' ? form.toString() : '';
    const fresh = { nowMs: Date.now(), nonce: randomBytes(16).toString('base64url') };
    const headers = signedHeaders({ method, url, body }, { appId, sha256, sign }, fresh);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    try {
      const response = await fetch(url, {
        method,
        headers: method === 'POST' ? { ...headers, ...type } : headers,
        ...(method === 'POST' ? { body } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return await response.json();
    } catch (error) {
      throw new CliError('unreachable', `no answer from ${server}: ${error instanceof Error ? error.message : error}`);
    }
  };
}
