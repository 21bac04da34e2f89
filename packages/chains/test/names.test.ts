import { describe, expect, it } from 'vitest';
import { evmNames } from '../src/evm/node/names.ts';
import type { ChainConfig } from '../src/index.ts';
import { RpcError } from '../src/rpc/errors.ts';
import type { JsonRpc, Reply } from '../src/rpc/json-rpc.ts';

const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';
const resolver = `0x${'ab'.repeat(20)}`;
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const word = (hex: string): string => hex.replace('0x', '').toLowerCase().padStart(64, '0');
const textWords = (text: string): string => {
  const bytes = Buffer.from(text).toString('hex');
  return `${word('20')}${word((bytes.length / 2).toString(16))}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`;
};
/** namehash of `foo.eth` (EIP-137, test vectors). */
const foo = 'de9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f';

type Call = { readonly to: string; readonly data: string; readonly gas: string };
/** What a resolver may spend, 500,000. */
const gas = '0x7a120';
/** A node whose contracts answer as they are told to. */
function nodeOf(answer: (call: Call) => string | undefined) {
  const calls: Call[] = [];
  const askWithin = async (most: number, _method: string, call: unknown): Promise<Reply> => {
    calls.push(call as Call);
    const result = answer(call as Call);
    if (result && result.length > most) throw new RpcError('tooLarge', 'more than was asked for');
    return result === undefined
      ? { ok: false, code: 3, message: 'reverted', data: '' }
      : { ok: true, result: `0x${result}` };
  };
  return { calls, names: evmNames({ askWithin } as unknown as JsonRpc, { id: 'evm:1', family: 'evm' } as ChainConfig) };
}
/** The registry knows one resolver for all; it answers with these. */
const resolving = (to: { account?: string; text?: string }) =>
  nodeOf(({ to: asked, data }) => {
    if (asked === registry) return word(resolver);
    return data.startsWith('0x3b3b57de') ? to.account : to.text;
  });

describe('names of accounts', () => {
  it('are looked up where ENS has them: at the name’s resolver, by the hash of the name', async () => {
    const { names, calls } = resolving({ account: word(account) });
    expect(await names.accountOfName?.('FOO.eth')).toEqual({ name: 'foo.eth', address: account });
    expect(calls).toEqual([
      { to: registry, data: `0x0178b8bf${foo}`, gas },
      { to: expect.stringMatching(new RegExp(resolver, 'i')), data: `0x3b3b57de${foo}`, gas },
    ]);
  });

  it.each(['plain', 'vit\u0430lik.eth', 'a..eth', '.eth', 'a b.eth', 'x_y\u200b.eth', `${'a'.repeat(300)}.eth`])(
    'nobody is asked about what is no name: %j',
    async (text) => {
      const { names, calls } = resolving({ account: word(account) });
      expect(await names.accountOfName?.(text)).toBeUndefined();
      expect(calls).toEqual([]);
    },
  );

  it.each([
    ['nothing', ''],
    ['the zero address', word('0')],
    ['more than an address', `${'1'.repeat(24)}${account.slice(2).toLowerCase()}`],
    ['two words', word(account).repeat(2)],
    ['a refusal', undefined],
  ])('a resolver that answers %s has no account', async (_what, answer) => {
    const { names } = resolving(answer === undefined ? {} : { account: answer });
    expect(await names.accountOfName?.('foo.eth')).toBeUndefined();
  });

  it.each([
    ['a resolver that runs out of gas', { code: -32000, message: 'out of gas' }, undefined],
    ['a resolver that fails', { code: -32015, message: 'VM execution error.' }, undefined],
    ['a node that has too much to do', { code: -32005, message: 'limit exceeded' }, 'nodeError'],
    ['a node that has not the state', { code: -32000, message: 'missing trie node' }, 'nodeError'],
  ])('nobody has a name only where the node could look: %s', async (_what, error, thrown) => {
    const askWithin = async (_most: number, _method: string, { to }: Call): Promise<Reply> =>
      to === registry ? { ok: true, result: `0x${word(resolver)}` } : { ok: false, data: '', ...error };
    const names = evmNames({ askWithin } as unknown as JsonRpc, { id: 'evm:1', family: 'evm' } as ChainConfig);
    const answer = names.accountOfName?.('foo.eth');
    if (thrown) await expect(answer).rejects.toMatchObject({ code: thrown });
    else expect(await answer).toBeUndefined();
  });

  it('what an account calls itself counts where that leads back to it', async () => {
    const { names } = resolving({ account: word(account), text: textWords('supplier.eth') });
    expect(await names.nameOfAccount?.(account)).toBe('supplier.eth');
    expect(await names.nameOfAccount?.(`0x${'12'.repeat(20)}`)).toBeUndefined();
  });

  it.each([
    ['in another form than the normal one', textWords('Supplier.eth')],
    ['with letters that look like others', textWords('suppli\u0435r.eth')],
    ['that turns the direction of writing', textWords('\u202esupplier.eth')],
    ['that is no UTF-8', `${word('20')}${word('3')}${'ff2e61'.padEnd(64, '0')}`],
    ['that is said to be longer than it is', `${word('20')}${word('ff')}${word('61')}`],
    ['that begins elsewhere', `${word('40')}${word('3')}${'612e62'.padEnd(64, '0')}`],
    ['of any length', `${word('20')}${'f'.repeat(64)}${'61'.repeat(5_000)}`],
    ['with more after it than any answer has', `${textWords('supplier.eth')}${'0'.repeat(2_000)}`],
    ['of megabytes', `${textWords('supplier.eth')}${'0'.repeat(20 * 1024 * 1024)}`],
    ['of nothing', ''],
  ])('a name %s is none', async (_what, text) => {
    const { names } = resolving({ account: word(account), text });
    expect(await names.nameOfAccount?.(account)).toBeUndefined();
  });

  it('a chain whose registry nobody knows or names has none', () => {
    const open = (chain: Partial<ChainConfig>) =>
      evmNames({} as JsonRpc, { id: 'evm:137', family: 'evm', ...chain } as ChainConfig);
    expect(open({})).toEqual({});
    expect(open({ id: 'evm:1', names: '' })).toEqual({});
    expect(open({ names: registry }).accountOfName).toBeTypeOf('function');
  });
});
