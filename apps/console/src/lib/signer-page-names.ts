import { useEffect } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { fieldsOf, kept } from './stored.ts';

/** What the signer is called whose page is at this origin. */
interface SignerName {
  readonly origin: string;
  readonly name: string;
}
interface SignerNames {
  readonly signers: readonly SignerName[];
}

const [signersMax, textMax] = [20, 300];
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= textMax;

function readSigner(value: unknown): SignerName[] {
  const { origin, name } = fieldsOf(value);
  return isText(origin) && isText(name) ? [{ origin, name }] : [];
}

/** As the server named them last in this browser. For words alone: where a link leads is never read from here. */
const useLastNames = create<SignerNames>()(
  persist(
    (): SignerNames => ({ signers: [] }),
    kept('signerNames', ({ signers }) => ({
      signers: Object.values(fieldsOf(signers)).slice(0, signersMax).flatMap(readSigner),
    })),
  ),
);

/** The signers' names as the server says them; until it has said any, as it did before the page was loaded anew. */
export function useSignerNames(said: readonly SignerName[] | undefined): readonly SignerName[] {
  const last = useLastNames(({ signers }) => signers);
  useEffect(() => {
    if (said && JSON.stringify(said) !== JSON.stringify(last)) useLastNames.setState({ signers: said });
  });
  return said ?? last;
}
