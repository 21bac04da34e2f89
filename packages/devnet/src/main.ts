/** `node main.ts --dir D [--evm-port N] [--bitcoin-port N] [--faucet-port N] [--tick-ms N]`: both chains until Ctrl-C. */
import { parseArgs } from 'node:util';
import { startDevnet } from './devnet.ts';

const port = { type: 'string', default: '0' } as const;
const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    'evm-port': port,
    'bitcoin-port': port,
    'faucet-port': port,
    'tick-ms': { type: 'string', default: '2000' },
  },
});
if (values.dir === undefined)
  throw new Error('usage: node main.ts --dir DIR [--evm-port N] [--bitcoin-port N] [--faucet-port N]');

const devnet = await startDevnet({
  dir: values.dir,
  ports: {
    evm: Number(values['evm-port']),
    bitcoin: Number(values['bitcoin-port']),
    faucet: Number(values['faucet-port']),
  },
  tickMs: Number(values['tick-ms']),
});
const end = async (code: number): Promise<void> => {
  await devnet.stop();
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(0));
void devnet.failed.then((why) => {
  console.error(why);
  return end(1);
});
console.log(JSON.stringify({ evm: devnet.evm, bitcoin: devnet.bitcoin, faucet: devnet.faucet }));
