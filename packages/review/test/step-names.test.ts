import { expect, test } from 'vitest';
import { stepName } from '../src/step-names.ts';

test('a step that was offered by name is named in the reader’s language, and what somebody wrote stays theirs', () => {
  expect(['Approval 2', '审批 2', 'Release', '放行', 'Owner'].map((name) => stepName(name, 'zh-CN'))).toEqual([
    '审批 2',
    '审批 2',
    '放行',
    '放行',
    '所有者',
  ]);
  expect(['审批 2', '所有者'].map((name) => stepName(name, 'en-US'))).toEqual(['Approval 2', 'Owner']);
  for (const name of ['Approval', 'Approval 2b', 'Treasury desk', 'release', '放行组', 'Approval 2\n'])
    expect(stepName(name, 'zh-CN')).toBe(name);
});
