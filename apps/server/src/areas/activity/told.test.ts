import { globSync } from 'node:fs';
import path from 'node:path';
import { type Area, contract, systemActions } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { toldOf } from './told.ts';

const areas: Readonly<Record<string, Area>> = contract;
const actions = [
  ...systemActions,
  ...Object.values(areas).flatMap((area) => Object.values(area).flatMap(({ audit }) => audit ?? [])),
];

const folder = path.resolve(import.meta.dirname, '..');
const files = globSync('*/area.ts', { cwd: folder });
const manifests = await Promise.all(files.map(async (file): Promise<object> => await import(path.join(folder, file))));

it('every action of the log is told by its area, or in one table, and by one of them', () => {
  const said = manifests.flatMap((one) => Object.values(one)).map(({ told }: { told: object }) => Object.keys(told));
  expect(said.length).toBeGreaterThan(25);
  expect([...said.flat(), ...Object.keys(toldOf)].sort()).toEqual([...new Set(actions)].sort());
});
