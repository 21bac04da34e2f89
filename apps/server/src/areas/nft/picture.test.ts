import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readNetworks } from '../../outgoing/guard.ts';
import { draw, NoPicture } from '../../pictures.ts';
import { fetchPlace, type Places } from './fetch.ts';
import { described, luresSomewhere } from './rules.ts';

const places: Record<string, RequestListener> = {};
const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(`${request.url} ${Object.keys(request.headers).sort().join(' ')}`);
  const place = places[request.url ?? ''];
  if (place) place(request, response);
  else response.writeHead(404).end();
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const named = (): Places => ({ gateway: `${origin}`, web: true, allow: readNetworks(['127.0.0.1']) });
const guarded = (): Places => ({ ...named(), allow: readNetworks([]) });
const why = (asking: Promise<unknown>): Promise<string> =>
  asking.then(
    () => 'a picture',
    (error: unknown) => {
      if (error instanceof NoPicture) return error.problem;
      throw error;
    },
  );

const raster = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 10, b: 30 } } });

/** A PNG that says it has so many points and holds next to nothing. */
function bomb(width: number, height: number): Buffer {
  const crcOf = (bytes: Buffer): number => {
    let crc = ~0;
    for (const byte of bytes) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
  };
  const chunk = (name: string, body: Buffer): Buffer => {
    const inner = Buffer.concat([Buffer.from(name), body]);
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    crc.writeUInt32BE(crcOf(inner));
    return Buffer.concat([length, inner, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8);
  const rows = deflateSync(Buffer.alloc(10_000_000));
  const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

describe('a picture of an NFT', () => {
  it('is drawn anew as a raster of bounded size, its first frame, and nothing of what the file held beside', async () => {
    const secret = 'taken at home';
    const photo = await raster(2_000, 1_000)
      .withExif({ IFD0: { ImageDescription: secret } })
      .jpeg()
      .toBuffer();
    expect(photo.includes(secret)).toBe(true);
    const made = await draw(photo);
    expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 512, height: 256 });
    expect(made.includes(secret)).toBe(false);
    const frames = Buffer.concat([Buffer.alloc(20 * 20 * 3, 9), Buffer.alloc(20 * 20 * 3, 200)]);
    const film = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
      .gif()
      .toBuffer();
    expect((await sharp(film, { pages: -1 }).metadata()).pages).toBe(2);
    expect(await sharp(await draw(film)).metadata()).toMatchObject({ format: 'webp', width: 20, height: 20 });
    for (const form of ['png', 'webp'] as const)
      expect(await why(raster(8, 8).toFormat(form).toBuffer().then(draw))).toBe('a picture');
  });

  it('is none where its bytes are a program, a page, or no picture, whatever they are called', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    for (const bytes of [svg, `<?xml version="1.0"?>${svg}`, '<html><img src=x onerror=alert(1)></html>', 'GIF89', ''])
      expect(await why(draw(Buffer.from(bytes)))).toBe('form');
    const png = await raster(8, 8).png().toBuffer();
    expect(await why(draw(png.subarray(0, 40)))).toBe('form');
    // A picture in its first bytes, and a program behind: what comes out is points.
    const both = await draw(Buffer.concat([png, Buffer.from(svg)]));
    expect(both.includes('script')).toBe(false);
  });

  it('is none where it would take up more decoded than is meant, however small its file is', async () => {
    const bytes = bomb(60_000, 60_000);
    expect(bytes.length).toBeLessThan(100_000);
    expect(await why(draw(bytes))).toBe('size');
    expect(await why(draw(bomb(2 ** 31 - 1, 2)))).toMatch(/^(size|form)$/);
  });
});

describe('what an NFT names', () => {
  it('is fetched from IPFS by the operator’s gateway, from the web, and from its own text', async () => {
    const cid = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG';
    places[`/ipfs/${cid}/7.json`] = (_, response) => response.end('{"name":"Seven"}');
    for (const text of [`ipfs://${cid}/7.json`, `ipfs://ipfs/${cid}/7.json`, `${origin}/ipfs/${cid}/7.json`])
      expect((await fetchPlace(named(), text, 1_000)).toString()).toBe('{"name":"Seven"}');
    expect(await why(fetchPlace({ ...named(), gateway: undefined }, `ipfs://${cid}/7.json`, 1_000))).toBe('place');
    expect(await why(fetchPlace({ ...named(), web: false }, `${origin}/x`, 1_000))).toBe('place');
    const json = Buffer.from('{"a":1}').toString('base64');
    expect((await fetchPlace(guarded(), `data:application/json;base64,${json}`, 100)).toString()).toBe('{"a":1}');
    expect((await fetchPlace(guarded(), 'data:application/json;utf8,{"a":"%20"}', 100)).toString()).toBe('{"a":" "}');
  });

  it('is never asked for within our own networks, nor where a redirect leads there', async () => {
    const before = seen.length;
    for (const text of [
      `${origin}/x`,
      'http://169.254.169.254/latest',
      'https://[::1]/',
      'file:///etc/passwd',
      'ftp://x/',
    ])
      expect(await why(fetchPlace(guarded(), text, 1_000))).toBe('place');
    expect(seen.length).toBe(before);
    // The first place is named by the operator, and leads to one that is not.
    for (const to of [
      'http://127.0.0.2:1/',
      'http://10.0.0.1/',
      'https://[::1]/',
      'http://2130706434/',
      'file:///etc/passwd',
    ]) {
      places['/away'] = (_, response) => response.writeHead(302, { location: to }).end();
      expect(await why(fetchPlace(named(), `${origin}/away`, 1_000))).toBe('place');
    }
    places['/round'] = (_, response) => response.writeHead(302, { location: '/round' }).end();
    expect(await why(fetchPlace(named(), `${origin}/round`, 1_000))).toBe('place');
    places['/moved'] = (_, response) => response.writeHead(301, { location: '/there' }).end();
    places['/there'] = (_, response) => response.end('here');
    expect((await fetchPlace(named(), `${origin}/moved`, 1_000)).toString()).toBe('here');
  });

  it('is read no further than its size allows, and what is cut off or refused is nothing', async () => {
    places['/long'] = (_, response) => response.end(Buffer.alloc(5_000));
    expect(await why(fetchPlace(named(), `${origin}/long`, 1_000))).toBe('size');
    expect(await why(fetchPlace(named(), `data:,${'x'.repeat(5_000)}`, 1_000))).toBe('size');
    expect(await why(fetchPlace(named(), `${origin}/none`, 1_000))).toBe('away');
  });

  it('learns nothing of who looks: neither a member’s address nor a session goes along', () => {
    const headers = new Set(seen.flatMap((one) => one.split(' ').slice(1)));
    expect([...headers].sort()).toEqual(['accept', 'connection', 'host']);
  });

  it('is shown as plain text, bounded, with links of the web alone', () => {
    const read = described(
      JSON.stringify({
        name: `Nice\u202e\n ${'x'.repeat(500)}`,
        description: 'a\u0000b',
        image: 'ipfs://x',
        external_url: 'javascript:alert(1)',
        attributes: [
          { trait_type: 'Eyes', value: 3 },
          { value: { a: 1 } },
          'x',
          ...Array.from({ length: 99 }, () => ({ trait_type: 'n', value: 'v' })),
        ],
      }),
    );
    expect(read?.name).toMatch(/^Nice x+$/);
    expect(read?.name.length).toBe(120);
    expect(read).toMatchObject({ description: 'a b', link: '', image: 'ipfs://x', isVideo: false });
    expect(read?.traits[0]).toEqual({ name: 'Eyes', value: '3' });
    expect(read?.traits.length).toBeLessThanOrEqual(40);
    for (const text of ['[1]', '7', 'null', '{', '<svg/>']) expect(described(text)).toBeUndefined();
  });

  it('is taken for spam where its collection lures people somewhere', () => {
    for (const name of ['Claim your reward', '$5000 USDC', 'visit ape-drop.xyz', 'Free mint', 'ETH Airdrop'])
      expect(luresSomewhere(name)).toBe(true);
    for (const name of ['Bored Ape Yacht Club', 'Art Blocks', 'Sandbox pictures', 'Freedom', 'CryptoPunks'])
      expect(luresSomewhere(name)).toBe(false);
  });
});
