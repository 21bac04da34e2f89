import type { BlockList } from 'node:net';
import { OutgoingRefused } from '../../outgoing/guard.ts';
import { callOutside } from '../../outgoing/post.ts';
import { NoPicture } from '../../pictures.ts';

/** How what NFTs name is fetched: by this server, so that who made them learns of no member's address, and as everything outside is. */
export interface Places {
  /** An IPFS gateway's address without a slash at its end; undefined where the operator named none. */
  readonly gateway: string | undefined;
  /** Are places on the web asked? */
  readonly web: boolean;
  readonly allow: BlockList;
}

const timeoutMs = 8_000;
/** Each looked at as the first was: a redirect leads nowhere that could not be asked at once. */
const mostRedirects = 3;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** `ipfs://<id>/…`, as it is also written with another `ipfs/` before the id. */
const ofIpfs = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{20,100}(?:[/?][^\s#]*)?)$/;

/** What is in the text itself (RFC 2397). */
function inText(text: string, mostBytes: number): Buffer {
  const comma = text.indexOf(',');
  if (comma < 0) throw new NoPicture('form');
  const [head, body] = [text.slice(5, comma), text.slice(comma + 1)];
  if (body.length > mostBytes * 3) throw new NoPicture('size');
  const isBase64 = /;base64$/i.test(head.trim());
  let bytes: Buffer;
  try {
    bytes = isBase64 ? Buffer.from(body, 'base64') : Buffer.from(decodeURIComponent(body), 'utf8');
  } catch {
    throw new NoPicture('form');
  }
  if (bytes.length > mostBytes) throw new NoPicture('size');
  return bytes;
}

function placeOf({ gateway, web }: Places, text: string): string {
  const ipfs = ofIpfs.exec(text)?.[1];
  if (ipfs !== undefined && gateway !== undefined) return `${gateway}/ipfs/${ipfs}`;
  if (ipfs !== undefined || !web || !/^https?:\/\//i.test(text)) throw new NoPicture('place');
  return text;
}

async function ask(url: string, allow: BlockList, mostBytes: number) {
  try {
    return await callOutside(url, { headers: { accept: '*/*' } }, allow, { timeoutMs, maxBytes: mostBytes });
  } catch (error) {
    throw new NoPicture(error instanceof OutgoingRefused ? 'place' : 'away');
  }
}

/** The bytes at a place. @throws NoPicture */
export async function fetchPlace(places: Places, text: string, mostBytes: number): Promise<Buffer> {
  if (/^data:/i.test(text)) return inText(text, mostBytes);
  let url = placeOf(places, text);
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const { status, body, whole, isLonger, location } = await ask(url, places.allow, mostBytes);
    const next = redirects.has(status) ? URL.parse(location, url)?.href : undefined;
    if (next !== undefined) {
      url = next;
      continue;
    }
    if (status !== 200) throw new NoPicture('away');
    if (!whole) throw new NoPicture(isLonger ? 'size' : 'away');
    return body;
  }
  throw new NoPicture('place');
}
