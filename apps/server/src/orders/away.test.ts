import { expect, it, vi } from 'vitest';
import { type Signer, SignerRefusal, SignerUnreachable } from '../signers/client.ts';
import { ifThere, presence } from './away.ts';

const signer = (id: string): Signer => ({ id }) as Signer;
const gone = (id: string) => () => Promise.reject(new SignerUnreachable(id, new Error('no')));

it('a signer that did not answer is left alone for a moment, and asked again then', async () => {
  const [one, two] = [signer('1'), signer('2')];
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    await expect(ifThere(one, gone('1'))).rejects.toThrow(SignerUnreachable);
    let asked = 0;
    const ask = async () => ++asked;
    await expect(ifThere(one, ask)).rejects.toThrow(SignerUnreachable);
    expect([asked, presence([one, two]), await ifThere(two, ask)]).toEqual([0, 'some', 1]);
    await expect(ifThere(two, gone('2'))).rejects.toThrow(SignerUnreachable);
    expect(presence([one, two])).toBe('none');
    vi.advanceTimersByTime(2_001);
    expect(presence([one, two])).toBe('unsure');
    expect([await ifThere(one, ask), presence([one, two])]).toEqual([2, 'some']);
  } finally {
    vi.useRealTimers();
  }
});

it('a signer that refuses is there', async () => {
  const one = signer('1');
  const no = () => Promise.reject(new SignerRefusal('1', 'badIntent', 'no'));
  await expect(ifThere(one, no)).rejects.toThrow(SignerRefusal);
  expect(presence([one])).toBe('some');
});
