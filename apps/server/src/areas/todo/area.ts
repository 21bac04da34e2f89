import { defineArea } from '../define.ts';
import { bindTodo, type TodoRoutes } from './routes.ts';
import { createTodo, type TodoDeps } from './service.ts';

export const todoArea = defineArea({
  create: (ports: TodoDeps & Omit<TodoRoutes, 'service'>) => createTodo(ports),
  bind: (app, service, ports) => bindTodo(app, { ...ports, service }),
});
