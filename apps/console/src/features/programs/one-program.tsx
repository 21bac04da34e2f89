import type { ReactNode } from 'react';
import { useApi } from '../../lib/query.ts';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import type { Program } from './view.ts';

const everyMs = 5_000;

interface OneProgramProps {
  readonly id: string | undefined;
  /** What stands there where no such program is. */
  readonly gone: ReactNode;
  readonly children: (program: Program) => ReactNode;
}

/** A program by its id. */
export function OneProgram({ id, gone, children }: OneProgramProps): ReactNode {
  const ask = id === undefined ? {} : { app_id: id };
  const options = { quiet: true, enabled: id !== undefined, refetchInterval: everyMs };
  const { data, error, refetch } = useApi('program', 'detail', ask, options);
  if (id === undefined) return gone;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="m-5 h-44" />;
  const [program] = data.list;
  return program ? children(program) : gone;
}
