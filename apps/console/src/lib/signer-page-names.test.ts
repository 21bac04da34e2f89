// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

const stored = 'holdfast.signerNames';
const one = { origin: 'https://one.example:8701', name: 'Signer 1' };
const two = { origin: 'https://two.example', name: 'Signer 2' };
/** As a page that is loaded anew has them. */
async function namesAnew(said?: readonly (typeof one)[]) {
  vi.resetModules();
  const { useSignerNames } = await import('./signer-page-names.ts');
  return renderHook(() => useSignerNames(said)).result.current;
}

it('the signers’ names are there at once after a reload, as the server said them last', async () => {
  expect(await namesAnew()).toEqual([]);
  await namesAnew([one, two]);
  expect(await namesAnew()).toEqual([one, two]);
  expect(await namesAnew([two])).toEqual([two]);
  expect(await namesAnew()).toEqual([two]);
});

it('of what is stored only sound names are read, and no more than a deployment has signers', async () => {
  const unsound = [
    null,
    'text',
    { origin: 1, name: 'x' },
    { origin: two.origin },
    { ...two, name: 'x'.repeat(10_000) },
  ];
  const store = (signers: unknown): void =>
    localStorage.setItem(stored, JSON.stringify({ state: { signers }, version: 1 }));
  store([...unsound, { ...one, more: true }]);
  expect(await namesAnew()).toEqual([one]);
  store(Array.from({ length: 1_000 }, () => one));
  expect(await namesAnew()).toHaveLength(20);
});
