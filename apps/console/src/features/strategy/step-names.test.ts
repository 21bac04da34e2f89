import { expect, it } from 'vitest';
import wordsEn from '../../locales/en-US/translation.later.json' with { type: 'json' };
import wordsZh from '../../locales/zh-CN/translation.later.json' with { type: 'json' };
import { nodeName } from '../../ui/approval-nodes.tsx';
import strategyEn from './locale/en-US/strategyEngine.json' with { type: 'json' };
import strategyZh from './locale/zh-CN/strategyEngine.json' with { type: 'json' };

const reading = (words: Readonly<Record<string, string>>) => (key: string) => words[key] ?? key;
const readers = [reading(wordsEn), reading(wordsZh)];
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
