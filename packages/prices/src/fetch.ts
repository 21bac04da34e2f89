import { type Ask, PriceError } from './types.ts';

/** For a process whose operator alone names the addresses: `fetch` within the limits. */
export const askByFetch: Ask = async (url, { headers, body }, { timeoutMs, maxBytes }) => {
  const posted = body === undefined ? {} : { method: 'POST', body };
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { ...posted, headers, signal, redirect: 'error' });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxBytes) throw new PriceError('badAnswer', 'too large');
    parts.push(part);
  }
  return { status: response.status, text: Buffer.concat(parts).toString('utf8') };
};
