/** Requests that are longer carry the messages of a signing session; what a server asks of a signer otherwise while nothing is announced is shorter. */
const longBytes = 700;

export interface Wire {
  /** Lets so many messages of sessions pass to the signer, and loses all that come after. */
  cutAfter(passed: number): void;
  mend(): void;
}

/** The way from the server in this process to a signer, as a network that fails; `restore` ends that. */
export function wireTo(signerUrl: string): Wire & { restore(): void } {
  const real = globalThis.fetch;
  const url = new URL('/channel', signerUrl).href;
  let left: number | undefined;
  const lost = (body: unknown): boolean =>
    left !== undefined && body instanceof Uint8Array && body.length > longBytes && left-- <= 0;
  globalThis.fetch = (to, init) =>
    to === url && lost(init?.body) ? Promise.reject(new TypeError('the wire is cut')) : real(to, init);
  return {
    cutAfter: (passed) => {
      left = passed;
    },
    mend: () => {
      left = undefined;
    },
    restore: () => {
      globalThis.fetch = real;
    },
  };
}
