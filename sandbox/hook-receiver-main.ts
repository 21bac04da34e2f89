/** The receiver as a process of the sandbox: `--port N`. */
import { parseArgs } from 'node:util';
import { startHookReceiver } from './hook-receiver.ts';

const { values } = parseArgs({ options: { port: { type: 'string' } } });
await startHookReceiver(Number(values.port));
