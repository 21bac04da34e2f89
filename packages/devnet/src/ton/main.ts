/** The TON node's own process: `node main.ts --file LOG --port N`. Ends when its standard input closes, so never an orphan. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { startMachine } from './machine.ts';
import { openTonNode } from './node.ts';
import { serve } from './server.ts';

const { values } = parseArgs({ options: { file: { type: 'string' }, port: { type: 'string', default: '0' } } });
if (values.file === undefined) throw new Error('--file is needed');
const server = serve(await openTonNode(values.file, await startMachine()));
server.listen(Number(values.port), '127.0.0.1');
await once(server, 'listening');
console.log(`ready ${(server.address() as AddressInfo).port}`);
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
