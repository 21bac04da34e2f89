import { expect, it } from 'vitest';
import strategyEn from '../features/strategy/locale/en-US/strategyEngine.json' with { type: 'json' };
import strategyZh from '../features/strategy/locale/zh-CN/strategyEngine.json' with { type: 'json' };
import toolsEn from '../locales/en-US/tools.json' with { type: 'json' };
import toolsZh from '../locales/zh-CN/tools.json' with { type: 'json' };
import { nodeName } from './approval-nodes.tsx';

const reading = (tools: Readonly<Record<string, string>>) => (key: string) => tools[key.replace('tools:', '')] ?? key;
const readers = [reading(toolsEn), reading(toolsZh)];
const offered = [strategyEn, strategyZh].map((texts) => [
  texts['node.release'],
  texts['node.approval'].replace('{{place}}', '2'),
]);

it('names of steps that the form offered are read in the reader’s language, whoever kept them', () => {
  for (const names of offered)
    for (const [at, t] of readers.entries())
      expect(names.map((name) => nodeName(t, { name, kind: 'sign' }))).toEqual(offered[at]);
});

it('a name that somebody wrote is theirs in every language', () => {
  for (const t of readers)
    for (const name of ['Release desk', 'Approval', 'Approval 2b', '放行组'])
      expect(nodeName(t, { name, kind: 'approve' })).toBe(name);
});
