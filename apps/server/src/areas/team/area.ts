import { defineArea } from '../define.ts';
import type { TeamDeps } from './deps.ts';
import { bindTeam } from './routes.ts';
import { createTeam } from './service.ts';

export const teamArea = defineArea({
  create: (ports: TeamDeps) => createTeam(ports),
  bind: bindTeam,
});
