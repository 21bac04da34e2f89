import { isKnownFrozen, type SignerMonitor } from '../../signers/monitor.ts';
import { defineArea } from '../define.ts';
import type { QrcService } from '../qrc/service.ts';
import { bindWithdraw } from './routes.ts';
import { createWithdraw, type WithdrawDeps } from './service.ts';

interface WithdrawPorts extends Omit<WithdrawDeps, 'frozen'> {
  readonly monitor: SignerMonitor;
  readonly qrcs: QrcService;
}

export const withdrawArea = defineArea({
  create: (ports: WithdrawPorts) => createWithdraw({ ...ports, frozen: () => isKnownFrozen(ports.monitor) }),
  bind: (app, service, { clock, orders, qrcs }) => bindWithdraw(app, { clock, service, orders, qrcs }),
});
