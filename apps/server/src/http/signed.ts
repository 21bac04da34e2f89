import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import {
  contentDigestHeader,
  readSignature,
  readSignatureInput,
  type SignatureInput,
  signatureBase,
  signatureHeaders,
} from '@holdfast/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { header } from './request.ts';

/** Requests that an API client signs (docs/decisions/0011): what they say of themselves, and what was signed. Nothing here says that it is true. */

/** Is this meant to be a signed request? */
export const isSigned = (request: FastifyRequest): boolean =>
  signatureHeaders.input in request.headers || signatureHeaders.signature in request.headers;

/** The API client that a request says it is from; undefined where it says nothing sound. */
export const claimedBy = (request: FastifyRequest): string | undefined =>
  readSignatureInput(header(request, signatureHeaders.input))?.keyId;

const bodies = new WeakMap<FastifyRequest, string>();
/** Nobody reads a body of these. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Keeps the SHA-256 of each signed body as it comes over the wire, on its way to whoever reads it. */
export function keepDigests(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', async (request, _reply, payload: Readable) => {
    if (!isSigned(request) || bodiless.has(request.method)) return payload;
    const hash = createHash('sha256');
    // It hands on only what is asked for: with a listener of its own, what came with the headers would be gone before the parser is there.
    const tap = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
      flush(done) {
        bodies.set(request, contentDigestHeader(hash.digest('base64')));
        done();
      },
    });
    // A body that breaks off breaks off for its reader too, who answers.
    pipeline(payload, tap, () => undefined);
    return tap;
  });
}

export interface Signed extends SignatureInput {
  /** Bytes that the signature is over. */
  readonly base: Uint8Array;
  /** 64 bytes, hex. */
  readonly signature: string;
}

/**
 * What a request says of its signature, if all of it is of the one shape, and the body is the one whose digest is covered; else undefined.
 * @param origin under which this server is known
 */
export function readSigned(request: FastifyRequest, origin: string): Signed | undefined {
  const input = readSignatureInput(header(request, signatureHeaders.input));
  const signature = readSignature(header(request, signatureHeaders.signature));
  if (!input || signature === undefined || input.hasBody !== (request.method !== 'GET')) return undefined;
  const contentDigest = header(request, signatureHeaders.digest);
  if (input.hasBody && (contentDigest === '' || contentDigest !== bodies.get(request))) return undefined;
  const bytes = Buffer.from(signature, 'base64');
  // Base64 has several spellings of the same bytes; only one is taken.
  if (bytes.toString('base64') !== signature) return undefined;
  const base = signatureBase({ method: request.method, targetUri: `${origin}${request.url}`, contentDigest }, input);
  return { ...input, base: Buffer.from(base, 'utf8'), signature: bytes.toString('hex') };
}
