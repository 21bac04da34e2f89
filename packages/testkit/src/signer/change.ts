import { type Caller, call, type Link } from './link.ts';

type ChangeKind = 'policy' | 'book';
type Answer = Awaited<ReturnType<typeof call>>;

/** What every signer answers when it is asked whether it would take a change over, in their order. */
export const askReady = (pair: Caller & { readonly places: readonly Link[] }, kind: ChangeKind, change: object) =>
  Promise.all(pair.places.map((place): Promise<Answer> => call(pair, place, `${kind}.ready`, change)));

/** Has one signer take a change over, with what the others say of themselves at this moment. */
export async function applyAt(
  pair: Caller & { readonly places: readonly Link[] },
  place: Link,
  kind: ChangeKind,
  change: object,
): Promise<Answer> {
  const said = await Promise.all(
    pair.places
      .filter((other) => other !== place)
      .map((other): Promise<Answer> => call(pair, other, `${kind}.ready`, change)),
  );
  const standings = said.flatMap(({ standing }) => (standing === undefined ? [] : [standing]));
  return call(pair, place, `${kind}.apply`, { ...change, standings });
}
