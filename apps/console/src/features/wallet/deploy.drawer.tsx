import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { fieldsLike, useKeptForm } from '../../lib/kept-form.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { AskingBody, useAsking } from '../../ui/asking.tsx';
import { Amount, HashText } from '../../ui/display.tsx';
import type { DrawerProps } from '../../ui/drawers.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Field, Textarea } from '../../ui/form.tsx';
import { Detail } from '../../ui/layout.tsx';
import { LeftForm } from '../../ui/left-form.tsx';
import { ArgumentFields } from './argument-fields.tsx';
import { type ComposedDeploy, composeDeploy, type DeployForm, emptyDeploy } from './deploy-form.ts';

function useDeploy(wallet: string, chain: string) {
  const kept = useKeptForm({
    name: `deploy:${wallet}:${chain}`,
    start: emptyDeploy,
    isWritten: ({ abi, bytecode }) => `${abi}${bytecode}`.trim() !== '',
    read: (value) => fieldsLike(emptyDeploy, value),
  });
  const look = useMutation({
    meta: { quiet: true },
    mutationFn: (what: Parameters<typeof api.web3.simulateDeploy>[0]) => api.web3.simulateDeploy(what),
  });
  const ask = useAsking(kept, (what: Parameters<typeof api.web3.simulateDeploy>[0]) =>
    api.web3.create({ ...what, request_id: kept.requestId, trans_type: '3' }),
  );
  return { look, ask, kept };
}
type Looked = NonNullable<ReturnType<typeof useDeploy>['look']['data']>;

/** `deploy:<sub-wallet>:<chain>`: composes a contract, shows what its deployment would do, and asks for it. */
export default function DeployDrawer({ args: [wallet = '', chain = ''] }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const [tried, setTried] = useState(false);
  const formId = useId();
  const { look, ask, kept } = useDeploy(wallet, chain);
  const { form, offer } = kept;
  const composed = composeDeploy(form);
  const what = { sub_wallet_id: subWalletIdOf(Number(wallet)), main_chain_symbol: chain, init_code: composed.data };
  const isLookedAt = look.data !== undefined && JSON.stringify(look.variables) === JSON.stringify(what);
  const mayAsk = isLookedAt && look.data?.success === true && look.data.problem === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (composed.data === '') return;
    if (mayAsk) ask.mutate(what);
    else look.mutate(what);
  };
  const change = (to: Partial<DeployForm>): void => {
    kept.change(to);
    kept.renew();
  };
  return (
    <AskingBody
      formId={formId}
      label={t(mayAsk ? 'deploy.ask' : 'call.look')}
      busy={look.isPending || ask.isPending}
      error={ask.error ?? look.error}
      onCode={() => ask.mutate(what)}
    >
      {offer && <LeftForm {...offer} parts={[offer.left.abi, offer.left.bytecode]} />}
      <p className="text-mut">{t('deploy.about')}</p>
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        <Fields form={form} composed={composed} tried={tried} onForm={change} />
      </form>
      {look.data && !isLookedAt && <p className="text-mut">{t('call.changed')}</p>}
      {isLookedAt && look.data && <DeployLook looked={look.data} />}
    </AskingBody>
  );
}

interface FieldsProps {
  readonly form: DeployForm;
  readonly composed: ComposedDeploy;
  readonly tried: boolean;
  readonly onForm: (change: Partial<DeployForm>) => void;
}

/** What is pasted, and a field for each argument of the constructor. */
function Fields({ form, composed, tried, onForm }: FieldsProps): ReactNode {
  const { t } = useTranslation();
  const { hash, inputs } = composed;
  return (
    <>
      <Field
        label={t('deploy.abi')}
        hint={t('deploy.abiHint')}
        {...(inputs === undefined ? { error: t('deploy.abiFault') } : {})}
      >
        <Textarea
          className="mono"
          rows={4}
          spellCheck={false}
          value={form.abi}
          onChange={({ target }) => onForm({ abi: target.value, texts: [] })}
        />
      </Field>
      <Field
        label={t('deploy.bytecode')}
        hint={t('deploy.bytecodeHint')}
        {...(hash === '' && (tried || form.bytecode.trim() !== '') ? { error: t('deploy.bytecodeFault') } : {})}
      >
        <Textarea
          className="mono"
          rows={4}
          spellCheck={false}
          value={form.bytecode}
          onChange={({ target }) => onForm({ bytecode: target.value })}
        />
      </Field>
      <ArgumentFields
        inputs={composed.parameters}
        texts={form.texts}
        faults={composed.faults}
        tried={tried}
        onTexts={(texts) => onForm({ texts })}
      />
      {hash !== '' && (
        <dl className="rounded-lg border border-line px-3.5 py-1.5" data-testid="deploy-code">
          <Detail name={t('deploy.hash')}>
            <HashText hash={hash} />
          </Detail>
          <Detail name={t('deploy.constructor')}>
            <span className="mono break-all">{inputs ?? '--'}</span>
          </Detail>
        </dl>
      )}
    </>
  );
}

/** What the deployment would do and cost, before anybody is asked. */
function DeployLook({ looked }: { readonly looked: Looked }): ReactNode {
  const { t } = useTranslation();
  const { success, reason, problem, fees, fee_symbol: symbol } = looked;
  const fee = fees.find(({ fee_level }) => fee_level === 2);
  return (
    <div className="grid gap-3" data-testid="deploy-look">
      {problem === 'deployNotAllowed' && <Banner tone="bad">{t('deploy.notAllowed')}</Banner>}
      {problem !== '' && problem !== 'deployNotAllowed' && (
        <Banner tone="bad">{t('call.problem.other', { problem })}</Banner>
      )}
      {success ? <p>{t('deploy.works')}</p> : <Banner tone="bad">{t('call.fails', { reason })}</Banner>}
      {fee && (
        <dl className="rounded-lg border border-line px-3.5 py-1.5">
          <Detail name={t('call.fee')}>
            <Amount value={fee.max_fee} symbol={symbol} />
          </Detail>
        </dl>
      )}
      <p className="text-mut text-xs">{t('call.node')}</p>
    </div>
  );
}
