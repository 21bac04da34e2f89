/**
 * How an API client signs a request: HTTP Message Signatures (RFC 9421) in one fixed shape, so that there is one way to write a request down and nothing to
 * choose. Pure text; hashing and Ed25519 are the caller's. See docs/decisions/0011.
 */
export const signatureHeaders = {
  input: 'signature-input',
  signature: 'signature',
  digest: 'content-digest',
} as const;

/** A request is taken this long before and after the time it says it was made at, by the server's clock. */
export const signatureWindowMs = 60_000;

export interface SignatureInput {
  /** Seconds since 1970. */
  readonly created: number;
  /** 22 to 64 characters of base64url; each is taken once. */
  readonly nonce: string;
  /** The API client's app_id. */
  readonly keyId: string;
  /** Is there a body? Then its digest is covered too. */
  readonly hasBody: boolean;
}
export interface SignedRequest {
  readonly method: string;
  /** Origin by which browsers reach the console, path and query, as they go over the wire. */
  readonly targetUri: string;
  /** The Content-Digest header; '' without a body. */
  readonly contentDigest: string;
}

const covered = (hasBody: boolean): string =>
  hasBody ? '("@method" "@target-uri" "content-digest")' : '("@method" "@target-uri")';
const shape =
  /^sig1=(\("@method" "@target-uri"( "content-digest")?\);created=([1-9]\d{9});nonce="([A-Za-z0-9_-]{22,64})";keyid="([a-z0-9-]{1,64})";alg="ed25519";tag="holdfast")$/;

const paramsOf = ({ created, nonce, keyId, hasBody }: SignatureInput): string =>
  `${covered(hasBody)};created=${created};nonce="${nonce}";keyid="${keyId}";alg="ed25519";tag="holdfast"`;

/** The Signature-Input header. */
export const signatureInputHeader = (input: SignatureInput): string => `sig1=${paramsOf(input)}`;

/** What a Signature-Input header says; undefined for whatever is not exactly of our shape. */
export function readSignatureInput(header: string): SignatureInput | undefined {
  const [, , digest, created, nonce = '', keyId = ''] = shape.exec(header) ?? [];
  return created === undefined ? undefined : { created: Number(created), nonce, keyId, hasBody: digest !== undefined };
}

/** The text that is signed (RFC 9421, 2.5). ASCII, as all its parts are. */
export function signatureBase({ method, targetUri, contentDigest }: SignedRequest, input: SignatureInput): string {
  return [
    `"@method": ${method}`,
    `"@target-uri": ${targetUri}`,
    ...(input.hasBody ? [`"content-digest": ${contentDigest}`] : []),
    `"@signature-params": ${paramsOf(input)}`,
  ].join('\n');
}

/** Content-Digest (RFC 9530) of a body, from the base64 of its SHA-256. */
export const contentDigestHeader = (sha256Base64: string): string => `sha-256=:${sha256Base64}:`;

/** The Signature header, from the base64 of the 64 bytes. */
export const signatureHeader = (signatureBase64: string): string => `sig1=:${signatureBase64}:`;

/** The base64 of a Signature header; undefined for whatever is not exactly of our shape. */
export const readSignature = (header: string): string | undefined => /^sig1=:([A-Za-z0-9+/]{86}==):$/.exec(header)?.[1];

export interface ApiClientKey {
  readonly appId: string;
  /** Base64 of SHA-256 over these bytes. */
  readonly sha256: (bytes: Uint8Array) => string;
  /** Base64 of the Ed25519 signature (RFC 8032) over these bytes. */
  readonly sign: (bytes: Uint8Array) => string;
}
export interface Outgoing {
  readonly method: 'GET' | 'POST';
  /** With the origin under which the server is known, path and query. */
  readonly url: string;
  /** The body of a POST, exactly as it goes out. */
  readonly body: string;
}

/** The headers that sign a request. `nonce`: 22 to 64 characters of base64url, never used before. */
export function signedHeaders(
  { method, url, body }: Outgoing,
  { appId: keyId, sha256, sign }: ApiClientKey,
  { nowMs, nonce }: { readonly nowMs: number; readonly nonce: string },
): Record<string, string> {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const hasBody = method === 'POST';
  const input = { created: Math.floor(nowMs / 1_000), nonce, keyId, hasBody };
  const contentDigest = hasBody ? contentDigestHeader(sha256(bytes(body))) : '';
  const signature = sign(bytes(signatureBase({ method, targetUri: url, contentDigest }, input)));
  return {
    [signatureHeaders.input]: signatureInputHeader(input),
    [signatureHeaders.signature]: signatureHeader(signature),
    ...(hasBody ? { [signatureHeaders.digest]: contentDigest } : {}),
  };
}
