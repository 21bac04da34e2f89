import { defineArea } from '../define.ts';
import type { HealthService } from '../health/service.ts';
import type { KeyMaterialService } from '../key-material/service.ts';
import { bindSigning } from './routes.ts';
import { createSigning, type SigningDeps } from './service.ts';

export const signingArea = defineArea({
  create: (ports: SigningDeps & { readonly keyMaterial: KeyMaterialService; readonly health: HealthService }) =>
    createSigning(ports),
  bind: (app, service, { keyMaterial, health }) => bindSigning(app, { service, keyMaterial, health }),
});
