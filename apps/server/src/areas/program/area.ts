import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import { bindProgram } from './routes.ts';
import { createProgram, createProgramCalls, type ProgramDeps } from './service.ts';

type ProgramPorts = ProgramDeps & Pick<Ports, 'audit' | 'limiter' | 'origin' | 'log'>;

/** Programs, and the calls that they sign. */
export const programArea = defineArea({
  create: (ports: ProgramPorts) => ({
    programs: createProgram(ports),
    calls: createProgramCalls({ ...ports, alarm: ports.audit.recorder('program.badSignatures') }),
  }),
  bind: (app, { programs }) => bindProgram(app, programs),
  jobs: ({ calls }) => [{ everyMs: 3_600_000, run: calls.purge, failed: 'old calls not removed' }],
  passed: ({ programs }) => ({ policy: programs.passed }),
});
