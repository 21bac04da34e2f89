import { expect, it } from 'vitest';
import { daysIn, daysText } from './written-days.ts';

const now = new Date(2026, 10, 30, 12);
const told = (words: string): string | undefined => {
  const span = daysIn(words, now);
  return span && daysText(span);
};

it.each([
  ['2026-11-30', '2026-11-30'],
  ['2026/2/9', '2026-02-09'],
  ['2026年2月9日', '2026-02-09'],
  ['01.12.2026', '2026-12-01'],
  ['9.2.2026', '2026-02-09'],
  ['30 Nov', '2026-11-30'],
  ['Nov 30', '2026-11-30'],
  ['nov 3rd, 2025', '2025-11-03'],
  ['3 November 2025', '2025-11-03'],
  ['11月30日', '2026-11-30'],
  ['12月1日', '2025-12-01'],
  ['1 Dec', '2025-12-01'],
  ['November', '2026-11-01 – 2026-11-30'],
  ['Sept.', '2026-09-01 – 2026-09-30'],
  ['dec', '2025-12-01 – 2025-12-31'],
  ['2024-02', '2024-02-01 – 2024-02-29'],
  ['2024年2月', '2024-02-01 – 2024-02-29'],
  ['11月', '2026-11-01 – 2026-11-30'],
])('%s is read as days', (words, days) => expect(told(words)).toBe(days));

it.each([
  '',
  '11/12',
  '12/01/2026',
  '30.02.2026',
  '1.12',
  '30 Feb',
  '2026-13',
  '2026-02-30',
  'Maybe',
  'No',
  '1200',
  '2026',
  'Novembers',
  '0x2026-11',
  '32 Jan',
  '1200.11',
  '2026.11',
  '1200-11',
])('%s is no day', (words) => expect(told(words)).toBeUndefined());
