import { type OrderId, qrc } from '@holdfast/contract';
import { bind, type HttpApp } from '../../http/bind.ts';
import type { QrcService } from './service.ts';

export function bindQrc(app: HttpApp, service: QrcService): void {
  bind(app, qrc, {
    generate: ({ business_id }, { caller }) => service.generate(caller, business_id as OrderId),
    status: ({ qrc_id }, { caller }) => service.status(caller, qrc_id),
  });
}
