import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { familyOf } from '@holdfast/chains';
import { disperseContract } from '@holdfast/chains/disperse';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCodeSeen } from '../src/node.ts';

/** A node of the operator's. What a reorganisation can still take away is believed nowhere, or for one payment. */

const { code } = familyOf({ family: 'evm' }).disperse ?? {};
const unknown = { error: { code: -32602, message: 'invalid argument 1: tag not supported' } };
const artifact = new URL(import.meta.resolve('@holdfast/chains/contracts/Disperse.json'));
const [there, gone] = [{ result: JSON.parse(readFileSync(artifact, 'utf8')).code }, { result: '0x' }];
let answers: Record<string, object> = {};
let asked: string[] = [];
const node = createServer((request, response) => {
  let text = '';
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    const { method, params } = JSON.parse(text);
    expect([method, params[0]]).toEqual(['eth_getCode', disperseContract.address]);
    asked.push(params[1]);
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answers[params[1]] }));
  });
});
beforeAll(() => new Promise<void>((done) => node.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => node.close(done)));
beforeEach(() => {
  asked = [];
});
function watch() {
  const { port } = node.address() as AddressInfo;
  const seen = createCodeSeen({ nodes: [{ chain: 'evm:31337', url: `http://127.0.0.1:${port}` }] });
  if (!code) throw new Error('no contract');
  return () => seen('evm:31337', code);
}

test('a contract that only a later block than the finalized has is not there yet', async () => {
  const look = watch();
  answers = { finalized: gone, safe: there, latest: there };
  expect(await look()).toBe('missing');
  answers = { ...answers, finalized: { error: { code: -39001, message: 'finalized block not found' } } };
  expect(await look()).toBe('missing');
  expect(asked).toEqual(['finalized', 'finalized']);
});

test('what was seen in a finalized block is not asked for again', async () => {
  const look = watch();
  answers = { finalized: there };
  expect([await look(), await look()]).toEqual(['there', 'there']);
  expect(asked).toEqual(['finalized']);
});

test('where a node knows no finalized block the safe one counts, and where it knows neither the latest one, each time anew', async () => {
  const look = watch();
  answers = { finalized: unknown, safe: unknown, latest: there };
  expect([await look(), await look()]).toEqual(['there', 'there']);
  answers = { ...answers, latest: gone };
  expect(await look()).toBe('missing');
  expect(asked).toEqual(['finalized', 'safe', 'latest', 'finalized', 'safe', 'latest', 'finalized', 'safe', 'latest']);
  answers = { finalized: unknown, safe: there, latest: gone };
  expect([await look(), await look()]).toEqual(['there', 'there']);
  expect(asked.slice(9)).toEqual(['finalized', 'safe']);
});
