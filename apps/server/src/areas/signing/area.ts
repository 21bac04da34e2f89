import { defineArea } from '../define.ts';
import type { KeyMaterialService } from '../key-material/service.ts';
import { bindSigning } from './routes.ts';
import { createSigning, type SigningDeps } from './service.ts';

export const signingArea = defineArea({
  create: (ports: SigningDeps & { readonly keyMaterial: KeyMaterialService }) => createSigning(ports),
  bind: (app, service, { keyMaterial }) => bindSigning(app, { service, keyMaterial }),
});
