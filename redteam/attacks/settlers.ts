import { callText, type Inflow } from '@holdfast/policy';
import { usdc } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import { double, entries, type Fixture, settler, vault } from '../fixture.ts';
import type { Ask } from '../requests.ts';
import { ask, dataOf, edited, leaves, own, router, to } from './calls.ts';

/** Swaps by 0x, whose steps nobody reads: what stands around them is all that there is. The listed payee holds the allowance here. */
const settlers = family('settler');

const coins: Inflow = { contract: '', units: 2_400_000_000_000_000n, decimals: '18', symbol: 'ETH' };
const tokens: Inflow = { contract: usdc, units: 4_900_000n, decimals: '6', symbol: 'USDC' };
const units = 5_000_000n;
const [anyCoin, nobody] = ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', `0x${'0'.repeat(40)}`];
/** The last moment at which such an intent can be signed, in seconds. */
const endOf = (fixture: Fixture): bigint => BigInt(ask(fixture, '0xdeadbeef').intent.expires) / 1000n;

interface Change {
  readonly to?: string;
  readonly gets?: string;
  readonly least?: bigint;
  readonly end?: bigint;
  /** In the place of all steps. */
  readonly steps?: readonly string[];
  readonly token?: string;
  readonly units?: bigint;
  readonly operator?: string;
  readonly by?: string;
  /** In the place of what the holder calls. */
  readonly inner?: string;
}
const takes = (end: bigint, receiver = settler, amount = units): string =>
  dataOf(
    'TRANSFER_FROM(address recipient,((address token,uint256 amount) permitted,uint256 nonce,uint256 deadline) permit,bytes sig)',
    ...[receiver, [[usdc, amount], 0n, end], '0x'],
  );
const checks = (end: bigint): string => dataOf('NATIVE_CHECK(uint256 deadline,uint256 msgValue)', end, 9n);
const unread = '0xdeadbeef';

function held(fixture: Fixture, change: Change = {}): string {
  const { by = settler, steps = [takes(change.end ?? endOf(fixture)), unread] } = change;
  const inner = dataOf(
    'execute((address recipient,address buyToken,uint256 minAmountOut) slippage,bytes[] actions,bytes32 affiliate)',
    ...[
      [change.to ?? own(fixture), change.gets ?? anyCoin, change.least ?? coins.units],
      steps,
      `0x${'00'.repeat(32)}`,
    ],
  );
  return dataOf(
    'exec(address operator,address token,uint256 amount,address target,bytes data)',
    ...[change.operator ?? by, change.token ?? usdc, change.units ?? units, by, change.inner ?? inner],
  );
}

const listed = [router, to(settler, entries.settler)];
interface Around {
  readonly out?: ReturnType<typeof leaves>;
  readonly comes?: Inflow;
  readonly outputs?: typeof listed;
}
/** 5 USDC for 0.0024 ETH at least. */
const settling = (fixture: Fixture, change: Change = {}, around: Around = {}): Ask => {
  const { out = leaves(units), comes = coins, outputs = listed } = around;
  return ask(fixture, callText(held(fixture, change), out, comes), { outputs });
};
const beside = (address: string, entry: string) => [...listed, to(address, entry)];

settlers.control('a token for coins', (fixture) => settling(fixture));
settlers.control('coins for a token', (fixture) =>
  settling(
    fixture,
    { token: nobody, units: 0n, gets: usdc, least: tokens.units, steps: [checks(endOf(fixture)), unread] },
    { out: [], comes: tokens, outputs: [{ ...router, amount: '9' }, ...listed.slice(1)] },
  ),
);
// What its steps do is for its code; they have no more than the holder lets them take.
settlers.control('whose steps would pay another, out of what is stated', (fixture) =>
  settling(fixture, { steps: [takes(endOf(fixture), vault), unread] }),
);

settlers.refused('that pays another, who is listed', 'unsoundTrade', (fixture) =>
  settling(fixture, { to: vault }, { outputs: beside(vault, entries.vault) }),
);
settlers.refused('that pays another, whom nobody names', 'understatedCall', (fixture) =>
  settling(fixture, { to: vault }),
);
settlers.refused('that brings less than it says', 'unsoundTrade', (fixture) =>
  settling(fixture, { least: coins.units - 1n }),
);
settlers.refused('that brings less than was approved, and says so', 'initiatorMissing', (fixture) =>
  edited(settling(fixture), {
    call: callText(held(fixture, { least: 1n }), leaves(units), { ...coins, units: 1n }),
  }),
);
settlers.refused('with other steps than were approved', 'initiatorMissing', (fixture) =>
  edited(settling(fixture), {
    call: callText(held(fixture, { steps: [takes(endOf(fixture), vault)] }), leaves(units), coins),
  }),
);
settlers.refused('that brings another token', 'unsoundTrade', (fixture) => settling(fixture, { gets: double }));
settlers.refused('that takes more than it says', ['understatedCall', 'unsoundTrade'], (fixture) =>
  settling(fixture, { units: units + 1n }),
);
settlers.refused('that takes another token', 'unsoundTrade', (fixture) => settling(fixture, { token: double }));
settlers.refused('beside which coins go along', 'unsoundTrade', (fixture) =>
  settling(fixture, {}, { outputs: [{ ...router, amount: '1' }, ...listed.slice(1)] }),
);
settlers.refused('of which another takes the token, who is listed', 'unsoundTrade', (fixture) =>
  settling(
    fixture,
    { operator: double },
    { outputs: [router, to(double, entries.double), to(settler, entries.settler)] },
  ),
);
settlers.refused('that is made by another, who is listed', 'badPlan', (fixture) =>
  settling(fixture, { by: double }, { outputs: [router, to(double, entries.double)] }),
);
settlers.refused('whose allowance another holds, who is listed', 'badPlan', (fixture) =>
  settling(fixture, {}, { outputs: [to(double, entries.double), to(settler, entries.settler)] }),
);
settlers.refused('that outlasts its intent', 'unsoundTrade', (fixture) =>
  settling(fixture, { end: endOf(fixture) + 3_600n }),
);
settlers.refused('whose first step says no end', 'unsoundTrade', (fixture) =>
  settling(fixture, { steps: [unread, takes(endOf(fixture))] }),
);
settlers.refused('whose holder calls something else', 'unsoundTrade', (fixture) =>
  settling(fixture, { inner: dataOf('transfer(address to,uint256 amount)', own(fixture), 1n) }),
);
settlers.refused('beside which another call stands', 'unsoundTrade', (fixture) =>
  ask(
    fixture,
    callText(
      dataOf('multicall(bytes[] data)', [
        held(fixture),
        dataOf('unwrapWETH9(uint256 amountMinimum,address recipient)', 0n, vault),
      ]),
      leaves(units),
      coins,
    ),
    { outputs: beside(vault, entries.vault) },
  ),
);

export const settlerAttacks = settlers.attacks;
