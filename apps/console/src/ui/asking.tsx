import { ApiError } from '@holdfast/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { KeptForm } from '../lib/kept-form.ts';
import { Button } from './button.tsx';
import { DrawerBody, useDrawers } from './drawers.tsx';
import { Banner } from './feedback.tsx';
import type { LostAnswerProps } from './lost-answer.tsx';
import { isTaken, NoAnswer } from './no-answer.tsx';
import { StepUp } from './step-up.tsx';
import { unsentOf, useUnsentDrawer } from './unsent.ts';

/** No answer came, now or to an earlier try, and there is a way to see what became of it. */
class Unanswered extends Error {
  readonly why: Error;
  readonly look: LostAnswerProps;

  constructor(why: Error, look: LostAnswerProps) {
    super(why.message);
    this.why = why;
    this.look = look;
  }
}

/** What an answer would have told is not known; or it is, that there is an order by this request's id. */
const mayHave = (error: Error): boolean => !(error instanceof ApiError) || isTaken(error);

/**
 * The same error; where an answer might have told of an order, with the way to it.
 * @param look undefined where what stands in the form is another request by now: then nothing is told of the earlier one
 */
export function unanswered(error: Error | null, look: LostAnswerProps | undefined): Error | null {
  if (!error || !mayHave(error)) return error;
  return look ? new Unanswered(error, look) : null;
}

/** What is asked for: by which id, and what stands in the form. What is chosen alone, and not written, is not kept. */
type Asked = Pick<KeptForm<unknown>, 'requestId' | 'form'> &
  Partial<Pick<KeptForm<unknown>, 'written' | 'sent' | 'asked'>>;

/** Asks the server for something, and then shows its approvals in the same drawer. Until then the drawer is not left without a question. */
export function useAsking<T = void>(kept: Asked, ask: (what: T) => Promise<{ readonly withdraw_id: number }>) {
  const drawers = useDrawers();
  const cache = useQueryClient();
  const own = useRef(false);
  const sent = kept.sent ?? own;
  const done = async (id: number): Promise<void> => {
    own.current = true;
    kept.asked?.();
    drawers.replace('approve', String(id));
    await cache.invalidateQueries();
  };
  const asking = useMutation({
    meta: { quiet: true },
    mutationFn: ask,
    onMutate: () => ({ requestId: kept.requestId, form: kept.form }),
    onSuccess: ({ withdraw_id }) => done(withdraw_id),
  });
  useUnsentDrawer(unsentOf(kept.written ?? false, asking), sent);
  const { context: asked, error } = asking;
  // What was changed since is another request: whoever writes it is not taken away from it, nor told of the earlier one.
  const isSame = asked?.form === kept.form && asked?.requestId === kept.requestId;
  const { requestId } = kept;
  return { ...asking, error: unanswered(error, isSame ? { requestId, onFound: done } : undefined) };
}

interface AskingBodyProps {
  /** The form among the children, which the button sends. */
  readonly formId: string;
  readonly label: string;
  /** False while something is missing that no field shows as its fault. */
  readonly isWhole?: boolean;
  readonly busy: boolean;
  readonly error: Error | null;
  /** Asks once more, after a fresh code of the authenticator. */
  readonly onCode: () => void;
  readonly children: ReactNode;
}

/** The body of a drawer that asks for a signature: a form, its button, and the server's refusal or its wish for a code. */
export function AskingBody({
  formId,
  label,
  isWhole = true,
  busy,
  error,
  onCode,
  children,
}: AskingBodyProps): ReactNode {
  const needsCode = error instanceof ApiError && error.refusal === 'stepUpRequired';
  const button = (
    <Button type="submit" form={formId} variant="primary" size="lg" disabled={!isWhole || needsCode} busy={busy}>
      {label}
    </Button>
  );
  return (
    <DrawerBody footer={button}>
      {children}
      {needsCode ? <StepUp onDone={onCode} /> : <Refused error={error} />}
    </DrawerBody>
  );
}

/** Why the server did not take it, or that it gave no answer. */
function Refused({ error }: { error: Error | null }): ReactNode {
  const why = error instanceof Unanswered ? error.why : error;
  return (
    <>
      {why instanceof ApiError && <Banner tone="bad">{why.message}</Banner>}
      <NoAnswer error={why} look={error instanceof Unanswered ? error.look : undefined} />
    </>
  );
}
