import { describe, expect, it } from 'vitest';
import { PriceConfigError, readSources } from '../src/index.ts';

const file = { kind: 'file', name: 'desk', file: '/prices.json', maxAgeMinutes: 60 };
const http = {
  kind: 'http',
  name: 'gecko',
  url: 'https://x.test/simple/price',
  ids: { 'evm:1|': 'ethereum' },
  maxAgeMinutes: 10,
};
const feed = { chain: 'evm:1', address: `0x${'5f'.repeat(20)}`, description: 'ETH / USD' };
const oracle = {
  kind: 'oracle',
  name: 'chain',
  url: 'https://node.test/',
  chainId: 1,
  feeds: [feed],
  maxAgeMinutes: 90,
};
const wrongAt = (value: unknown): string => {
  try {
    readSources(value, 'prices');
    return '';
  } catch (error) {
    if (error instanceof PriceConfigError) return error.at;
    throw error;
  }
};

describe('sources of prices in a configuration', () => {
  it('are one or several of any kind; what an earlier release wrote is a file; read again they are the same', () => {
    expect(readSources({ file: '/p.json', maxAgeMinutes: 5 }, 'prices')).toEqual([
      { kind: 'file', name: 'price file', file: '/p.json', maxAgeMinutes: 5 },
    ]);
    const all = readSources([file, http, oracle], 'prices');
    expect(all.map(({ kind }) => kind)).toEqual(['file', 'http', 'oracle']);
    expect(readSources(JSON.parse(JSON.stringify(all)), 'prices')).toEqual(all);
    const key = { header: 'x-cg-pro-api-key', file: '/secret' };
    expect(readSources({ ...http, key }, 'prices')).toMatchObject([{ key, everySeconds: 60 }]);
  });

  it.each([
    [null, 'prices'],
    [[], 'prices'],
    [Array(11).fill(file), 'prices'],
    [[file, { ...http, name: 'desk' }], 'prices.name'],
    [{ ...file, kind: 'constructor' }, 'prices.kind'],
    [{ ...file, extra: 1 }, 'prices.extra'],
    [{ ...file, maxAgeMinutes: 0 }, 'prices.maxAgeMinutes'],
    [{ ...file, name: 'a\u202eb' }, 'prices.name'],
    [{ ...http, ids: {} }, 'prices.ids'],
    [{ ...http, ids: { ethereum: 'ethereum' } }, 'prices.ids.ethereum'],
    [{ ...http, ids: { 'evm:1|': 'a,b' } }, 'prices.ids.evm:1|'],
    [{ ...http, url: 'ftp://x.test' }, 'prices.url'],
    [{ ...http, url: 'https://user:word@x.test' }, 'prices.url'],
    [{ ...http, maxAgeMinutes: undefined }, 'prices.maxAgeMinutes'],
    [{ ...http, key: { header: 'a:b', file: '/s' } }, 'prices.key.header'],
    [[oracle, { ...oracle, name: 'b', feeds: [{ ...feed, address: '0x12' }] }], 'prices.1.feeds.0.address'],
    [{ ...oracle, feeds: [] }, 'prices.feeds'],
    [{ ...oracle, feeds: [{ ...feed, description: undefined }] }, 'prices.feeds.0.description'],
    [{ ...oracle, chainId: '1' }, 'prices.chainId'],
  ])('are refused by the name of the field that is wrong: %j', (value, at) => expect(wrongAt(value)).toBe(at));
});
