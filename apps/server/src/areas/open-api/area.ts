import { defineArea } from '../define.ts';
import { bindOpenApi, type OpenApiPorts } from './routes.ts';

/** What API clients need beside the calls of the console that they may make. */
export const openApiArea = defineArea({
  create: (_ports: OpenApiPorts) => ({}),
  bind: (app, _service, ports) => bindOpenApi(app, ports),
});
