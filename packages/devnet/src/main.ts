/** `node main.ts --dir D [--<chain>-port N] [--faucet-port N] [--tick-ms N]`: every local chain until Ctrl-C. */
import { parseArgs } from 'node:util';
import { startDevnet } from './devnet.ts';
import { devChainNames, ofEach } from './registry.ts';

const listening = [...devChainNames, 'faucet'] as const;
const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    'tick-ms': { type: 'string', default: '2000' },
    ...Object.fromEntries(listening.map((name) => [`${name}-port`, { type: 'string', default: '0' } as const])),
  },
});
const { dir, 'tick-ms': tickMs } = values;
if (typeof dir !== 'string')
  throw new Error(`usage: node main.ts --dir DIR ${listening.map((name) => `[--${name}-port N]`).join(' ')}`);

const options: Readonly<Record<string, unknown>> = values;
const ports = Object.fromEntries(listening.map((name) => [name, Number(options[`${name}-port`])]));
const devnet = await startDevnet({ dir, ports, tickMs: Number(tickMs) });
const end = async (code: number): Promise<void> => {
  await devnet.stop();
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(0));
void devnet.failed.then((why) => {
  console.error(why);
  return end(1);
});
console.log(JSON.stringify({ ...ofEach((name) => devnet[name]), faucet: devnet.faucet }));
