import { Users } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { usePermission } from '../../lib/permission.ts';
import type texts from './locale/en-US/teamMember.json';
import { teamSearch } from './search.ts';

declare module '../../locales/namespaces.ts' {
  interface Texts {
    teamMember: typeof texts;
  }
}

export const team = {
  screens: {
    'center/teamMember': {
      screen: lazyScreen(() => import('./team.page.tsx'), ['teamMember']),
      search: teamSearch,
    },
  },
  drawers: ['invite', 'invitation', 'member'],
  menu: [
    {
      key: 'team',
      places: ['side', 'go'],
      text: 'nav.team',
      Icon: Users,
      leads: { to: '/mpc/center/teamMember' },
    },
    {
      key: 'invite',
      places: ['do'],
      text: 'drawer.invite',
      Icon: Users,
      leads: { drawer: 'invite' },
      shown: () => usePermission('team.edit'),
    },
  ],
  endpoints: { team: () => import('@holdfast/contract/team') },
  live: { todo: [['team']] },
  log: [{ part: 'team', text: 'tools:op.team' }],
} as const satisfies Area;
