import { ListTodo } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { firstTexts, lazyScreen } from '../../lib/lazy.ts';
import { useApi } from '../../lib/query.ts';
import { todoSearch } from './search.ts';

/** What waits for whoever looks; the inbox has the rest. */
const useMine = (): number => useApi('todo', 'list', { page_no: 1, page_size: 1 }, { quiet: true }).data?.my_count ?? 0;

export const todo = {
  screens: {
    'center/todo': { screen: lazyScreen(() => import('./todo.page.tsx'), ['tools']), search: todoSearch },
  },
  drawers: ['approve'],
  notices: [{ key: 'outcomes', when: 'later', Bar: lazyScreen(() => import('./outcomes.tsx'), firstTexts) }],
  menu: [
    {
      key: 'todo',
      places: ['side', 'bar', 'go'],
      text: 'nav.todo',
      Icon: ListTodo,
      leads: { to: '/mpc/center/todo' },
      count: useMine,
    },
  ],
  endpoints: {
    todo: () => import('@holdfast/contract/todo'),
    qrc: () => import('@holdfast/contract/qrc'),
  },
  live: { order: [['todo'], ['qrc']], todo: [['todo']] },
  log: [
    { part: 'proposal', text: 'tools:op.proposal' },
    { part: 'decision', text: 'tools:op.decision' },
  ],
} as const satisfies Area;
