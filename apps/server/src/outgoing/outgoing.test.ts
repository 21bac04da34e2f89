import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { destinationOf, OutgoingRefused, readNetworks } from './guard.ts';
import { askOutside, checkPlace, postOutside } from './post.ts';

const none = readNetworks([]);
let asked = 0;
const server = createServer((request, response) => {
  asked += 1;
  const [status, location] = request.url === '/moved' ? [302, { location: '/else' }] : [200, {}];
  response.writeHead(status, location);
  if (request.url === '/long') for (let n = 0; n < 1_000; n++) response.write('x'.repeat(10_000));
  if (request.url !== '/never') response.end('ok');
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const content = { headers: { 'content-type': 'text/plain' }, body: 'x' };

/** Ways to write, or to reach, what is inside. */
const hosts = `
  127.0.0.1 127.1 127.000.000.001 2130706433 0x7f000001 0x7f.1 017700000001 0177.0.0.1 0 0.0.0.0 127.255.255.254 10.0.0.1 10.255.255.255
  167772161 100.64.0.1 100.127.255.255 169.254.169.254 0xa9fea9fe 2852039166 169.254.170.2 172.16.0.1 172.31.255.255 192.168.0.1 192.168.1.254
  3232235777 192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.7 224.0.0.1 239.255.255.255 240.0.0.1
  255.255.255.255 [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:10.0.0.1] [::ffff:a9fe:a9fe] [::127.0.0.1]
  [::7f00:1] [64:ff9b::7f00:1] [64:ff9b:1::a00:1] [100::1] [2001::1] [2001:db8::1] [2002:7f00:1::] [2002:a00:1::1] [3fff::1] [fc00::1]
  [fd00:ec2::254] [fe80::1] [febf::1] [fec0::1] [ff02::1] [5f00::1] localhost LOCALHOST localhost. １２７.０.０.１ 127。0。0。1
`
  .trim()
  .split(/\s+/);

test('no way to write an address leads inside, nothing there is asked, and no place there is taken', async () => {
  expect(hosts.length).toBeGreaterThan(60);
  const refused = expect.objectContaining({
    message: expect.stringMatching(/private network|no address|ENOTFOUND|EAI_AGAIN|no URL/),
  });
  for (const host of hosts)
    for (const url of [`http://${host}:${port}/`, `https://${host}:${port}/`]) {
      await expect(postOutside(url, content, none), url).rejects.toThrow(refused);
      await expect(checkPlace(url, none), url).rejects.toThrow(refused);
    }
  expect(asked).toBe(0);
});

test('nothing but the web is asked, nothing with a password in its address, and nothing unencrypted that nobody named', async () => {
  for (const url of [
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'ftp://example.org/',
    'javascript:1',
    '//x',
    '',
    'https://a:b@93.184.215.14/',
  ])
    await expect(postOutside(url, content, none), url).rejects.toBeInstanceOf(OutgoingRefused);
  await expect(postOutside('http://93.184.215.14/', content, none)).rejects.toThrow('not encrypted');
});

test('what is on the internet may be asked, and what the operator has named', async () => {
  for (const host of ['93.184.215.14', '2606:4700::1111', '8.8.8.8'])
    expect(await destinationOf(host, none)).toEqual({ address: host, named: false });
  const named = readNetworks(['127.0.0.0/8', '::1']);
  expect(await destinationOf('[::1]', named)).toEqual({ address: '::1', named: true });
  expect(await postOutside(`http://127.0.0.1:${port}/`, content, named)).toBe(200);
  await expect(destinationOf('10.0.0.1', named)).rejects.toBeInstanceOf(OutgoingRefused);
  expect(() => readNetworks(['intranet'])).toThrow('no address or network');
});

test('a redirect is an answer, not a way on; a long answer is cut off', async () => {
  const named = readNetworks(['127.0.0.1']);
  const before = asked;
  expect(await postOutside(`http://127.0.0.1:${port}/moved`, content, named)).toBe(302);
  const { status, text } = await askOutside(`http://127.0.0.1:${port}/long`, content, named);
  expect([status, text.length <= 4_096]).toEqual([200, true]);
  expect(asked).toBe(before + 2);
});
