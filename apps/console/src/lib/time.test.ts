// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { usePreferences } from './preferences.ts';
import { absoluteTime, clockTime, relativeTime, shortDate } from './time.ts';

const noon = new Date('2026-03-01T12:00:00Z');

test('a time is written in the zone that is chosen now, also after another one was used', () => {
  usePreferences.setState({ timeZone: 'Asia/Shanghai' });
  expect([clockTime(noon), shortDate(noon)]).toEqual(['20:00', 'Mar 1']);
  usePreferences.setState({ timeZone: 'Pacific/Kiritimati' });
  expect([clockTime(noon), shortDate(noon)]).toEqual(['02:00', 'Mar 2']);
  usePreferences.setState({ timeZone: 'Asia/Shanghai' });
  expect(absoluteTime(noon)).toBe('2026-03-01 20:00:00 GMT+8');
});

test.each([
  [0, 'now'],
  [9_999, 'now'],
  [10_000, 'in 10 sec.'],
  [-59_499, '59 sec. ago'],
  [-59_500, '1 min. ago'],
  [-60_000, '1 min. ago'],
  [-3_569_999, '59 min. ago'],
  [-3_570_000, '1 hr. ago'],
  [7_200_000, 'in 2 hr.'],
  [-84_600_000, 'yesterday'],
  [-86_400_000, 'yesterday'],
])('%i ms from now is told as %j', (difference, text) => {
  expect(relativeTime(new Date(noon.getTime() + difference), noon.getTime())).toBe(text);
});
