import { readCall } from '@holdfast/policy';
import { callingKinds } from '../orders/kinds/index.ts';

/** One of a collection, or some of one number of it. */
export interface SentNft {
  readonly contract: string;
  readonly tokenId: bigint;
  readonly amount: bigint;
}
interface Called {
  readonly kind: string;
  readonly call: string;
  readonly address_from: string;
  readonly address_to: string;
}

/** What leaves by an order, of collections: read from the call that is signed; nothing of an order that sends none. */
export function nftsSent({ kind, call, address_from: from, address_to: address }: Called): SentNft[] {
  if (!callingKinds.some((one) => one === kind)) return [];
  const outputs = [{ address, amount: '0', memo: '', entry: '', path: '' }];
  const { leaves = [] } = readCall({ call, from, outputs }) ?? {};
  return leaves.flatMap(({ token, things = [] }) =>
    things.map(({ id, amount }) => ({ contract: token, tokenId: id, amount })),
  );
}
