// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadNamespaces, startI18n } from '../lib/i18n.ts';
import { laterTexts } from '../locales/namespaces.ts';
import { ToldLimits } from './told-limits.tsx';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces([laterTexts]);
});
afterEach(cleanup);

const limit = { rule: 'Day', action: 'refuse', unit: 'ETH', limit: '1000', hours: 24, scope: 'wallet' } as const;
const told = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('a limit says what is left of it, for whose payments in which window, and what becomes of more', () => {
  const limits = [
    { ...limit, left: '12.5' },
    { ...limit, left: '0', action: 'flow', scope: 'workspace', hours: 1 } as const,
    { ...limit, left: null, scope: 'member' } as const,
    { ...limit, left: '1000', action: 'pass', hours: 0, unit: 'USD' } as const,
  ];
  render(<ToldLimits limits={limits} />);
  expect(told()).toEqual([
    '12.5 ETH of 1,000 ETH left in 24 h for this sub-wallet. Beyond that, “Day” refuses.',
    'Nothing is left of 1,000 ETH in 1 h for all sub-wallets. Beyond that, “Day” asks for approval.',
    'What is left of 1,000 ETH in 24 h for you is not known. Beyond that, “Day” refuses.',
    '1,000 USD in one payment. Up to that, “Day” asks nobody.',
  ]);
});
