import type { Call } from '../json-rpc.ts';
import { send, word } from './published.ts';
import { bytecode } from './token.ts';

/** A holder of allowances and a contract that swaps by it, as 0x has them; compiled by scripts/compile.ts. */

/** Deploys them anew. @param from an account of the node @param mine makes one block @returns their addresses, as the chain writes them */
export async function deploySettler(
  call: Call,
  mine: () => Promise<unknown>,
  from: string,
): Promise<{ readonly holder: string; readonly settler: string }> {
  const deploy = async (data: string): Promise<string> => {
    const hash = await send(call, from, { data });
    await mine();
    return (await call<{ contractAddress: string }>('eth_getTransactionReceipt', hash)).contractAddress;
  };
  const holder = await deploy(bytecode('DevAllowanceHolder'));
  return { holder, settler: await deploy(bytecode('DevSettler') + word(holder)) };
}
