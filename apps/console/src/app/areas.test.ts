// @vitest-environment jsdom
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { contract, type Area as Endpoints, eventTopics, openPrefix } from '@holdfast/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { screensOf } from '../../scripts/area-reader.ts';
import { areas } from '../features/index.ts';
import type { Area } from '../lib/area.ts';
import { drawerNames, menu, notices, screens } from './areas.ts';
import { drawers } from './drawer-pages.tsx';

const lists: readonly Area[] = areas;
const twice = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at);
const namesOf = (kind: 'screens' | 'gates' | 'endpoints'): string[] =>
  lists.flatMap((area) => Object.keys(area[kind] ?? {}));

describe('the areas', () => {
  it('share no name', () => {
    for (const kind of ['screens', 'gates', 'endpoints'] as const) expect(twice(namesOf(kind))).toEqual([]);
    expect(twice(drawerNames)).toEqual([]);
    expect(twice(menu.map(({ key }) => key))).toEqual([]);
    expect(twice(notices.map(({ key }) => key))).toEqual([]);
    expect(twice(lists.flatMap(({ log = [] }) => log.map(({ part }) => part)))).toEqual([]);
  });

  it('bring every area of the contract, each as it is there', async () => {
    // What API clients alone call is for no screen.
    const ofScreens = Object.entries(contract as Readonly<Record<string, Endpoints>>).flatMap(([name, list]) =>
      Object.values(list).every(({ path }) => path.startsWith(openPrefix)) ? [] : [name],
    );
    expect(namesOf('endpoints').sort()).toEqual(ofScreens.sort());
    for (const { endpoints = {} } of lists)
      for (const [name, load] of Object.entries(endpoints))
        expect(Reflect.get(await load(), name)).toBe(Reflect.get(contract, name));
  });

  it('are read by the build as they are: it knows which files each screen waits for', () => {
    const read = globSync(path.join(import.meta.dirname, '../features/*/area.{ts,tsx}')).flatMap(screensOf);
    const addresses = [...namesOf('screens').map((name) => `/mpc/${name}`), ...namesOf('gates')];
    expect(read.map(({ address }) => address).sort()).toEqual(
      addresses.map((address) => address.replace('$token', '*')).sort(),
    );
    for (const { file } of read) expect(existsSync(file), file).toBe(true);
  });

  it('have something in every drawer that they name, and name every one', () => {
    expect(drawers.map(([name]) => name).sort()).toEqual([...drawerNames].sort());
  });

  it('read anew what a live event is about, by calls that there are', () => {
    const known = contract as Readonly<Record<string, Endpoints>>;
    for (const topic of eventTopics) {
      const stale = lists.flatMap(({ live }) => live?.[topic] ?? []);
      expect(stale, topic).not.toEqual([]);
      for (const [area, ...calls] of stale)
        expect(Object.keys(known[area] ?? {})).toEqual(expect.arrayContaining(calls));
    }
  });
});

describe('the address of a screen', () => {
  const read = Object.entries(screens).flatMap(([path, one]) => ('search' in one ? [[path, one.search] as const] : []));
  const odd = fc.oneof(
    fc.anything(),
    fc.integer().map(String),
    fc.constantFrom('on', 'ok', 'asc', 'transfer', '2026-11-21'),
  );

  it.each(read)('%s is read from whatever stands there, and again as the same', (_path, search) => {
    const names = Object.keys(search({}));
    expect(names.length).toBeGreaterThan(0);
    const address = fc.record(Object.fromEntries(names.map((name) => [name, odd])));
    fc.assert(
      fc.property(address, (raw) => {
        const once = search(raw);
        expect(search({ ...once })).toEqual(once);
      }),
    );
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.anything()), (raw) => void search(raw)));
  });
});
