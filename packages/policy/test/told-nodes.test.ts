import { expect, it } from 'vitest';
import { type NodeState, toldNodes } from '../src/index.ts';

const node = (name: string, threshold: number, eligible: readonly string[], kind: NodeState['kind'] = 'approve') =>
  ({ name, kind, threshold, eligible, approved: [] }) as unknown as NodeState;
const told = (...nodes: NodeState[]): string[] => toldNodes(nodes).map(({ name }) => name);

it('a step that asks the same people for no more than an earlier one is not told once more', () => {
  expect(told(node('1', 1, ['a', 'b']), node('2', 1, ['b', 'a']), node('3', 1, ['a', 'b', 'c']))).toEqual(['1']);
});

it('a step that asks for more, of fewer people, or of another kind is', () => {
  const all = [node('1', 1, ['a', 'b']), node('2', 2, ['a', 'b']), node('3', 1, ['a']), node('4', 1, ['a'], 'sign')];
  expect(told(...all)).toEqual(['1', '2', '3', '4']);
});

it('pages are told always: they say nothing of how many approve', () => {
  expect(told(node('1', 2, ['a'], 'page'), node('2', 2, ['a'], 'page'))).toEqual(['1', '2']);
});
