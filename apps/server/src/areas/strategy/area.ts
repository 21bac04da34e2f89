import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import type { TeamService } from '../team/service.ts';
import type { TodoService } from '../todo/service.ts';
import { createBackTest } from './past.ts';
import { bindBackTest, bindStrategy } from './routes.ts';
import { createStrategy, type StrategyDeps } from './service.ts';

interface StrategyPorts extends StrategyDeps, Pick<Ports, 'catalog'> {
  readonly todos: TodoService;
  readonly team: TeamService;
}

export const strategyArea = defineArea({
  create: (ports: StrategyPorts) => createStrategy(ports),
  bind: (app, service, { catalog, todos, team }) => bindStrategy(app, { service, catalog, todos, team }),
  passed: ({ cases }) => ({ policy: cases.passed }),
});

/** Rules that are not in force, tried on what was paid. */
export const backTestArea = defineArea({ create: createBackTest, bind: bindBackTest });
