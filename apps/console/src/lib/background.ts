/** As much of Trusted Types as is used here: TypeScript's own types do not have it. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** A worker is made of this page's own files only. @throws TypeError for any other */
function own(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`not a file of this page: ${url}`);
  return url;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('holdfast-worker', { createScriptURL: own });

/** The address of a file of this page, as what loads scripts takes it. @throws TypeError for any other */
export const scriptUrl = (url: string): string => (policy ? policy.createScriptURL(url) : own(url));

/** What a worker tells before it answers: how many steps are done. */
interface Progress {
  readonly progress: number;
}
const isProgress = (data: unknown): data is Progress =>
  typeof data === 'object' && data !== null && 'progress' in data && typeof data.progress === 'number';

/**
 * Hands one task to a worker made for it, and takes its one answer; the page stays usable meanwhile.
 * @param url of the worker's file: `import url from './name.worker.ts?worker&url'`
 * @param task anything that can be cloned
 * @param onProgress told whenever the worker posts `{ progress }`
 * @throws the signal's reason once it is aborted; an Error when the worker fails
 */
export function inBackground<Answer>(
  url: string,
  task: unknown,
  signal: AbortSignal,
  onProgress?: (done: number) => void,
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(scriptUrl(url), { type: 'module' });
    const end = (settle: () => void): void => {
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<Answer | Progress>) => {
      if (onProgress && isProgress(data)) onProgress(data.progress);
      else end(() => resolve(data as Answer));
    };
    worker.onerror = ({ message }) => end(() => reject(new Error(message)));
    worker.onmessageerror = () => end(() => reject(new Error('the worker’s answer cannot be read')));
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true });
    worker.postMessage(task);
  });
}
