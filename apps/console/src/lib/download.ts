import type { FileEndpoint } from '@holdfast/contract';
import { NetworkError, requestHeaders } from './api.ts';
import { saveFile } from './export/save.ts';

/** A refusal that came instead of a file, in the server's words. */
export class DownloadRefused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Fetches a file endpoint and hands the file to the browser. @throws DownloadRefused; NetworkError when it was cut off */
export async function downloadFile({ path, file, timeoutMs = 60_000 }: FileEndpoint): Promise<void> {
  const headers = requestHeaders();
  const response = await fetch(path, { headers, signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    throw new NetworkError('offline', error);
  });
  if (response.headers.get('content-type')?.includes('application/json;')) {
    const { code, msg } = (await response.json()) as { code: number; msg: string };
    throw new DownloadRefused(code, `${msg}`);
  }
  const blob = await response.blob().catch((error: unknown) => {
    throw new NetworkError('aborted', error);
  });
  saveFile(blob, file.name);
}
