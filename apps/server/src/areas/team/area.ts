import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import type { TeamDeps } from './deps.ts';
import { bindTeam } from './routes.ts';
import { createTeam } from './service.ts';

type TeamPorts = Omit<TeamDeps, 'signerOrigin'> & Pick<Ports, 'signers'>;

export const teamArea = defineArea({
  create: (ports: TeamPorts) => createTeam({ ...ports, signerOrigin: ports.signers[0]?.origin ?? ports.origin }),
  bind: bindTeam,
});
