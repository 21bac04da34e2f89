// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { useSession } from './session.ts';
import { filtersMax, useHiddenColumns, useSavedFilters, useViews } from './views.ts';

afterEach(() => {
  cleanup();
  useViews.setState({ of: {} });
  localStorage.clear();
});
const as = (userName: string): void => void act(() => useSession.setState({ userName }));

it('columns and filters are each person’s own, and stay when the page is loaded again', async () => {
  as('ann');
  const columns = renderHook(() => useHiddenColumns('payments'));
  const filters = renderHook(() => useSavedFilters('payments'));
  act(() => columns.result.current[1]('wallet', true));
  act(() => filters.result.current.save({ name: 'Big', search: { symbol: 'BTC', type: 2 } }));
  as('bob');
  expect([columns.result.current[0], filters.result.current.filters]).toEqual([[], []]);
  const stored = localStorage.getItem('holdfast.views') ?? '';
  act(() => useViews.setState({ of: {} }));
  localStorage.setItem('holdfast.views', stored);
  await act(() => useViews.persist.rehydrate());
  as('ann');
  expect(columns.result.current[0]).toEqual(['wallet']);
  expect(filters.result.current.filters).toEqual([{ name: 'Big', search: { symbol: 'BTC', type: 2 } }]);
});

it('a filter of the same name takes the other’s place, and the oldest gives way', () => {
  as('ann');
  const { result } = renderHook(() => useSavedFilters('payments'));
  for (let at = 0; at <= filtersMax; at += 1)
    act(() => result.current.save({ name: `filter ${at}`, search: { page: at + 1 } }));
  act(() => result.current.save({ name: 'filter 5', search: { page: 99 } }));
  expect(result.current.filters).toHaveLength(filtersMax);
  expect(result.current.filters[0]?.name).toBe('filter 1');
  expect(result.current.filters.at(-1)).toEqual({ name: 'filter 5', search: { page: 99 } });
  act(() => result.current.remove('filter 5'));
  expect(result.current.filters).toHaveLength(filtersMax - 1);
});

it('a filter of as many coins as there can be is read as it was saved', async () => {
  const symbol = Array.from({ length: 10 }, (_, n) => `COIN${n}@evm:1@0x${'a'.repeat(64)}`).join(',');
  const stored = { of: { ann: { hidden: {}, filters: { transactions: [{ name: 'Many', search: { symbol } }] } } } };
  localStorage.setItem('holdfast.views', JSON.stringify({ state: stored, version: 1 }));
  await act(() => useViews.persist.rehydrate());
  expect(useViews.getState().of.ann?.filters.transactions).toEqual([{ name: 'Many', search: { symbol } }]);
});

it('whatever was stored, what is read is sound', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async (text) => {
      localStorage.setItem('holdfast.views', `{"state":{"of":{"ann":${text}}},"version":1}`);
      await act(() => useViews.persist.rehydrate());
      for (const { hidden, filters } of Object.values(useViews.getState().of)) {
        for (const keys of Object.values(hidden)) expect(keys.every((key) => typeof key === 'string')).toBe(true);
        for (const { name, search } of Object.values(filters).flat())
          expect([typeof name, Object.keys(search).length > 0]).toEqual(['string', true]);
      }
    }),
    { numRuns: 200 },
  );
});
