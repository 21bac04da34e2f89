import { vi } from 'vitest';
import { serve } from './server.ts';

/** A server that does not say which version it runs until it is back: `back()`. What the screens ask for is answered all the same. */
export function stopped(answers: Parameters<typeof serve>[0]): () => void {
  serve(answers);
  const answered = fetch;
  let isBack = false;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url === '/version' && isBack ? new Response(JSON.stringify({ version: '1.0.0' })) : answered(url, init),
  );
  return () => {
    isBack = true;
  };
}
