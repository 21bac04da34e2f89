import { expect, test } from 'vitest';
import { signerName } from '../src/signer-name.ts';

test('a signer that has no more than a number is named in the reader’s language, and what an operator wrote stays theirs', () => {
  expect(['Signer 2', '签名节点 2'].map((name) => signerName(name, 'zh-CN'))).toEqual(['签名节点 2', '签名节点 2']);
  expect(['Signer 12', '签名节点 12'].map((name) => signerName(name, 'en-US'))).toEqual(['Signer 12', 'Signer 12']);
  for (const name of ['Signer', 'Signer B', 'signer 2', 'Signer 2 (Berlin)', 'The Signer 2', 'Signer 2\n', ''])
    expect(signerName(name, 'zh-CN')).toBe(name);
});
