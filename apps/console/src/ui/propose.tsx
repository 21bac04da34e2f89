import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../lib/api.ts';
import { focusFirstFault } from '../lib/focus-fault.ts';
import { lazyScreen } from '../lib/lazy.ts';
import { queryClient } from '../lib/query.ts';
import { Button } from './button.tsx';
import { remarkLimit } from './confirm-options.ts';
import { DrawerBody } from './drawers.tsx';
import { Field, Textarea } from './form.tsx';
import type { ChangeKind } from './open-changes.tsx';
import { Proposal, ProposalFault, type ProposedChange } from './proposal.tsx';
import { StepUp } from './step-up.tsx';
import { unsentOf, useUnsentForm } from './unsent.ts';

const OpenChanges = lazyScreen(() => import('./open-changes.tsx'), ['tools']);

/** In a form that asks for a change: what else of its kind is open. */
export function AskedBeside({ kind }: { kind: ChangeKind }): ReactNode {
  return (
    <Suspense>
      <OpenChanges kind={kind} />
    </Suspense>
  );
}

interface ProposeProps<T extends ProposedChange> {
  /** The fields. */
  readonly children: ReactNode;
  /** What it changes: whoever asks is told what of it is open. The rules unless said; null for what stands in no other's way. */
  readonly changes?: ChangeKind | null;
  readonly submit: string;
  readonly danger?: boolean;
  /** What the remark is to begin with. */
  readonly remark?: string;
  /** Asks the server, with the remark. */
  readonly run: (remark: string) => Promise<T | null>;
  /** What is said where nothing had to be proposed: it holds already. */
  readonly settled?: ReactNode;
  /** Something stands in the fields that would be lost. */
  readonly written?: boolean;
  /** Whether what stands in the fields may be sent; they show their faults themselves. */
  readonly ready?: () => boolean;
  /** What was proposed, and what happens next. */
  readonly told: (made: T) => { readonly title: string; readonly text: string; readonly extra?: ReactNode };
  /** More about a refusal than its message. */
  readonly fault?: (error: Error) => ReactNode;
  readonly onBack: () => void;
  readonly backText: string;
}

/** A drawer's form that ends in a proposal: fields, remark, a fresh code where it is due, then the way to the signers. */
export function Propose<T extends ProposedChange>(props: ProposeProps<T>): ReactNode {
  const {
    children,
    changes = 'policy',
    submit,
    danger = false,
    remark: begun = '',
    run,
    settled,
    written = false,
    ready = () => true,
    told,
    fault,
    onBack,
    backText,
  } = props;
  const { t } = useTranslation();
  const [remark, setRemark] = useState(begun);
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const propose = useMutation({
    mutationFn: () => run(remark.trim()),
    // Not waited for: the way to the signers is shown even where something else cannot be read anew.
    onSuccess: () => void queryClient.invalidateQueries(),
    meta: { quiet: true },
  });
  const { error, data } = propose;
  useUnsentForm(data === undefined ? unsentOf(written || remark.trim() !== begun, propose) : 'nothing');
  const needsCode = isRefusal(error) && error.refusal === 'stepUpRequired';
  if (data === null)
    return <DrawerBody footer={<Button onClick={onBack}>{t('common.close')}</Button>}>{settled}</DrawerBody>;
  if (data) {
    const { title, text, extra } = told(data);
    return (
      <DrawerBody footer={<Button onClick={onBack}>{t('common.close')}</Button>}>
        <Proposal made={data} title={title} text={text}>
          {extra}
        </Proposal>
      </DrawerBody>
    );
  }
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (ready()) propose.mutate();
    else focusFirstFault(form.current);
  };
  const buttons = (
    <>
      <Button disabled={propose.isPending} onClick={onBack}>
        {backText}
      </Button>
      <Button
        type="submit"
        form={formId}
        variant={danger ? 'danger' : 'primary'}
        busy={propose.isPending}
        disabled={needsCode}
      >
        {submit}
      </Button>
    </>
  );
  return (
    <DrawerBody footer={buttons}>
      <form id={formId} ref={form} noValidate onSubmit={send} className="grid gap-5">
        {changes && <AskedBeside kind={changes} />}
        {children}
        <Field label={t('common.remark')} aside={`${remark.length}/${remarkLimit}`}>
          <Textarea value={remark} maxLength={remarkLimit} onChange={({ target }) => setRemark(target.value)} />
        </Field>
      </form>
      {needsCode ? (
        <StepUp onDone={() => propose.mutate()} />
      ) : (
        <ProposalFault error={error}>{error && fault?.(error)}</ProposalFault>
      )}
    </DrawerBody>
  );
}
