import { ApiError } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/feedback.tsx';
import type { LostAnswerProps } from '../../ui/lost-answer.tsx';
import { NoAnswer, showFault } from '../../ui/no-answer.tsx';

/** Why it was not accepted, or that no answer came. */
export function SubmitFault({ error, look }: { error: Error | null; look: LostAnswerProps }): ReactNode {
  return (
    <>
      {error instanceof ApiError && (
        <div ref={showFault}>
          <Banner tone="bad">
            {error.message} <span className="mono text-mut">{error.code}</span>
          </Banner>
        </div>
      )}
      <NoAnswer error={error} look={look} />
    </>
  );
}
