import http from 'node:http';
import https from 'node:https';

interface Posted {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}
interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** From the first word to the last one of the answer. */
  readonly limitMs: number;
  /** An answer that is longer is none. */
  readonly maxBytes: number;
}

const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) };

/**
 * One request over a kept connection, without redirects.
 * @throws Error when there is no whole answer in time
 */
export function post(url: URL, { headers, body, limitMs, maxBytes }: Post): Promise<Posted> {
  const isPlain = url.protocol === 'http:';
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      agent: agents[isPlain ? 'http:' : 'https:'],
      headers: { ...headers, 'content-length': body.length },
    };
    const take = (response: http.IncomingMessage): void => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) give(new Error('the reply is too large'));
        else chunks.push(chunk);
      });
      response.on('error', fail);
      response.on('close', () => fail(new Error('the reply broke off')));
      response.on('end', () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    };
    const request = (isPlain ? http : https).request(url, options, take);
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    // The socket takes no error with it: once the reply has ended, nobody listens for one, and it would end this process.
    const give = (error: Error): void => {
      fail(error);
      request.destroy();
    };
    const timer = setTimeout(() => give(new Error(`no answer within ${limitMs} ms`)), limitMs);
    request.on('error', fail);
    // After an answer that switches protocols there is nothing else: no response and no error.
    request.on('close', () => fail(new Error('no answer')));
    request.end(body);
  });
}
