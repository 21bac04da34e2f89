import http from 'node:http';

/** Requests that are longer carry the messages of a signing session; what a server asks of a signer otherwise while nothing is announced is shorter. */
const longBytes = 700;

export interface Wire {
  /** Lets so many messages of sessions pass to the signer, and loses all that come after. */
  cutAfter(passed: number): void;
  mend(): void;
}

/** The way from the server in this process to a signer, as a network that fails; `restore` ends that. */
export function wireTo(signerUrl: string): Wire & { restore(): void } {
  const real = http.request;
  const url = new URL('/channel', signerUrl).href;
  let left: number | undefined;
  const lost = (body: unknown): boolean =>
    left !== undefined && body instanceof Uint8Array && body.length > longBytes && left-- <= 0;
  const request = (...given: Parameters<typeof real>): http.ClientRequest => {
    const made = real(...given);
    if (String(given[0]) !== url) return made;
    const end = made.end.bind(made);
    made.end = (body?: unknown) => (lost(body) ? made.destroy(new Error('the wire is cut')) : end(body));
    return made;
  };
  http.request = request as typeof real;
  return {
    cutAfter: (passed) => {
      left = passed;
    },
    mend: () => {
      left = undefined;
    },
    restore: () => {
      http.request = real;
    },
  };
}
