import { describe, expect, it } from 'vitest';
import { PolicyError } from '../src/canonical.ts';
import { oneOf, record, text } from '../src/schema.ts';
import { asWritten, readVersion, type Versions, writeVersion } from '../src/versions.ts';

interface Flag {
  readonly v: string;
  readonly name: string;
  /** Came with version 2; '' is none. */
  readonly colour: string;
}
const name = text(/^[a-z]+$/);
const first = record({ v: oneOf('1'), name });
const second = record({ v: oneOf('2'), name, colour: name });
const versions: Versions<Flag & { readonly [key: string]: string }> = {
  '1': {
    read: (value, at) => ({ ...first(value, at), colour: '' }),
    write: ({ v, name, colour }) => {
      if (colour !== '') throw new PolicyError('inconsistent', 'colour');
      return { v, name };
    },
  },
  '2': asWritten<Flag & { readonly [key: string]: string }>(second),
};

describe('a document of an earlier version', () => {
  const old = { v: '1', name: 'flag' };

  it('is lifted to the newest meaning, and written as it was', () => {
    const read = readVersion(versions, old);
    expect(read).toEqual({ ...old, colour: '' });
    expect(writeVersion(versions, read)).toEqual(old);
  });

  it('cannot say what came later', () => {
    expect(() => writeVersion(versions, { ...old, colour: 'red' })).toThrow('inconsistent at colour');
    expect(() => readVersion(versions, { ...old, colour: 'red' })).toThrow('unknownField at colour');
  });

  it('leaves the newest as it was written', () => {
    const read = readVersion(versions, { v: '2', name: 'flag', colour: 'red' });
    expect(read).toEqual({ v: '2', name: 'flag', colour: 'red' });
    expect(writeVersion(versions, read)).toEqual(read);
  });

  it('stands as it is where nobody here knows its version', () => {
    const later = { v: '3', name: 'flag', colour: 'red' };
    expect(writeVersion(versions, later)).toEqual(later);
    expect(() => readVersion({}, { name: 'flag' })).toThrow('a document without versions');
  });

  it.each([
    ['a version that nobody here knows', { v: '3', name: 'flag', more: 'x' }, 'badField at v'],
    ['no version', { name: 'flag' }, 'missingField at v'],
    ['a version by the name of something inherited', { v: 'constructor', name: 'flag' }, 'badField at v'],
    ['a version that is no text', { v: 1, name: 'flag' }, 'badField at v'],
    ['no document', 'flag', 'badField'],
    ['nothing', null, 'badField'],
  ])('%s is refused', (_, value, code) => {
    expect(() => readVersion(versions, value)).toThrow(new RegExp(`^${code}$`));
  });
});
