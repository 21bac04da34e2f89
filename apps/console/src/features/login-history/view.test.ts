import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { midnight } from '../../lib/days.ts';
import { deviceName } from '../../lib/device-name.ts';
import { askOf, readFilter, reasonText } from './view.ts';

describe('the filter in the address', () => {
  it('is read as it was written', () => {
    const filter = { result: 'failed', q: '10.0.0', from: '2026-11-01', to: '2026-11-21', page: 3 } as const;
    expect(readFilter(filter)).toEqual(filter);
    expect(readFilter({ q: 127, page: '2' })).toEqual({ q: '127', page: 2 });
  });

  it('is left out where it makes no sense, whatever stands there', () => {
    for (const search of [
      { result: 'maybe', q: '\u202e', from: '2026-13-45', to: 'today', page: -1 },
      { result: [], q: {}, from: 20261101, to: null, page: '1e9' },
      { q: 'x'.repeat(101), page: 0.5 },
    ])
      expect(readFilter(search)).toEqual({});
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.anything()), (search) => void askOf(readFilter(search), 25)));
  });

  it('asks for whole days, the last one too', () => {
    const { start, end } = askOf({ from: '2026-11-20', to: '2026-11-20' }, 25);
    expect(start).toEqual(midnight('2026-11-20'));
    expect(end).toEqual(new Date(2026, 10, 21));
    expect(askOf({ result: 'failed' }, 25)).toEqual({ result: false, page_no: 1, page_size: 25 });
  });
});

describe('a login in words', () => {
  it.each([
    ['chrome', 'Mozilla/5.0 (Windows NT 10.0) Chrome/140', 'Chrome · Windows'],
    ['safari', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605', 'Safari · iOS'],
    ['chrome', 'Mozilla/5.0 (Linux; Android 16) Chrome/140', 'Chrome · Android'],
    ['firefox', 'Mozilla/5.0 (X11; Linux) Firefox/140', 'Firefox · Linux'],
    ['curl', 'curl/8.5', 'Curl'],
    ['', '', ''],
  ])('%s, %s is %j', (device, ua, name) => expect(deviceName({ device, ua })).toBe(name));

  it('has words for every reason the server gives, and for one it does not know', () => {
    for (const reason of ['password', 'code', 'code_reused', 'account_locked', 'unconfirmed', 'to_be_removed'])
      expect(reasonText(reason)).toBe(`tools:login.reason.${reason}`);
    expect(reasonText('toString')).toBe('tools:login.reason.other');
  });
});
