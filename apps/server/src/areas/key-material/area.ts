import { defineArea } from '../define.ts';
import { bindKeyMaterial } from './routes.ts';
import { createKeyMaterial } from './service.ts';

export const keyMaterialArea = defineArea({
  create: createKeyMaterial,
  bind: bindKeyMaterial,
  passed: ({ passed }) => ({ export: passed }),
});
