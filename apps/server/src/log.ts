import { type DestinationStream, type Logger, pino } from 'pino';
import type { ServerConfig } from './config.ts';

/**
 * One JSON object a line, in the same shape as a signer's (`apps/signer/src/log.ts`): `time`, `level`, `process`, `message`. What is about an order, or a change of the
 * rules, names its `intent`, which is how signers know it.
 */
export const createLog = (level: ServerConfig['logLevel'], to?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { process: 'server' },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['req.headers', 'password', 'totp', 'open_token'],
    },
    to,
  );
