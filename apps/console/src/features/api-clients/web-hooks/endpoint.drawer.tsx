import { type EndpointSettings, overlapHours } from '@holdfast/contract/web-hook';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { usePermission } from '../../../lib/permission.ts';
import { useApi } from '../../../lib/query.ts';
import { absoluteTime } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { CopyButton } from '../../../ui/display.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { readEndpointId } from './search.ts';
import { Secrets } from './secrets.tsx';
import { useChange } from './use-change.tsx';
import type { Endpoint, Given } from './view.ts';

/** `hookEndpoint[:id]`: where web hooks go, and what signs them; without an id, a new one. */
export default function EndpointDrawer({ args: [id] }: DrawerProps): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { data, error, refetch } = useApi('webHook', 'endpoints', {}, { quiet: true });
  // Secrets are not asked for again: they stay for as long as the drawer is open.
  const [given, setGiven] = useState<Given>();
  if (id === undefined) return <Whole endpoint={undefined} given={given} onGiven={setGiven} />;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <DrawerBody>
        <Skeleton className="h-24 w-full" />
      </DrawerBody>
    );
  const endpoint = data.list.find(({ endpoint_id }) => endpoint_id === readEndpointId(id));
  return endpoint ? (
    <Whole key={id} endpoint={endpoint} given={given} onGiven={setGiven} />
  ) : (
    <EmptyState title={t('apiPage:hook.gone')} />
  );
}

interface WholeProps {
  readonly endpoint: Endpoint | undefined;
  readonly given: Given | undefined;
  readonly onGiven: (given: Given) => void;
}
function Whole({ endpoint, given, onGiven }: WholeProps): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { pop } = useDrawers();
  const formId = useId();
  const mayEdit = usePermission('webHook.edit');
  const save = useChange(
    (settings: EndpointSettings) =>
      api.webHook.save({ ...(endpoint ? { endpoint_id: endpoint.endpoint_id } : {}), settings }),
    (saved) => (saved.given ? onGiven(saved.given) : pop()),
  );
  if (given)
    return (
      <DrawerBody footer={<Button onClick={pop}>{t('apiPage:hook.secret.kept')}</Button>}>
        <Secrets given={given} />
      </DrawerBody>
    );
  return (
    <DrawerBody
      footer={
        mayEdit && (
          <Button type="submit" form={formId} variant="primary" busy={save.busy}>
            {t(endpoint ? 'common.save' : 'apiPage:hook.add')}
          </Button>
        )
      }
    >
      {save.panel}
      <EndpointForm formId={formId} start={endpoint && settingsOf(endpoint)} onSend={save.run} />
      {endpoint && <Keys endpoint={endpoint} mayEdit={mayEdit} onGiven={onGiven} />}
      {endpoint && mayEdit && <Remove endpoint={endpoint} />}
    </DrawerBody>
  );
}
const settingsOf = ({ name, url, sides, final_only, success_word }: Endpoint): EndpointSettings => ({
  name,
  url,
  sides,
  final_only,
  success_word,
});

/** In hours; the usual ones stand for a day, the most for a week. */
const overlaps = ['0', '1', '24', '168'] as const;

interface KeysProps {
  readonly endpoint: Endpoint;
  readonly mayEdit: boolean;
  readonly onGiven: (given: Given) => void;
}
/** The public keys that sign for it, and new secrets for it. */
function Keys({ endpoint: { endpoint_id, keys }, mayEdit, onGiven }: KeysProps): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const [overlap, setOverlap] = useState<string>(String(overlapHours.usual));
  const rotate = useChange(
    (hours: string) => api.webHook.rotate({ endpoint_id, overlap_hours: Number(hours) }),
    onGiven,
  );
  return (
    <section className="grid gap-2">
      <h3 className="font-medium">{t('apiPage:hook.keys')}</h3>
      <ul className="grid gap-2">
        {keys.map(({ key_id, public_key, until }) => (
          <li key={key_id}>
            <span className="flex items-center gap-1.5">
              <span className="mono min-w-0 break-all text-[13px]">{public_key}</span>
              <CopyButton text={public_key} />
            </span>
            <span className="text-mut text-xs">
              {until ? t('apiPage:hook.keyUntil', { time: absoluteTime(until) }) : t('apiPage:hook.keyInUse')}
            </span>
          </li>
        ))}
      </ul>
      {mayEdit && (
        <div className="flex flex-wrap items-center gap-2">
          <Button busy={rotate.busy} onClick={() => rotate.run(overlap)}>
            {t('apiPage:hook.rotate')}
          </Button>
          <NativeSelect
            label={t('apiPage:hook.overlap')}
            value={overlap}
            onValueChange={setOverlap}
            items={overlaps.map((hours) => ({ value: hours, label: t(`apiPage:hook.overlap.${hours}`) }))}
          />
        </div>
      )}
      {rotate.panel}
    </section>
  );
}

function Remove({ endpoint: { endpoint_id, name } }: { endpoint: Endpoint }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { pop } = useDrawers();
  const remove = useChange((id: string) => api.webHook.remove({ endpoint_id: id }), pop);
  const ask = async (): Promise<void> => {
    const content = t('apiPage:hook.removeText');
    const { result } = await confirm({ type: 'remove', title: t('apiPage:hook.removeTitle', { name }), content });
    if (result === 'confirm') remove.run(endpoint_id);
  };
  return (
    <section className="grid gap-2">
      <div>
        <Button variant="ghost" busy={remove.busy} onClick={() => void ask()}>
          {t('apiPage:hook.remove')}
        </Button>
      </div>
      {remove.panel}
    </section>
  );
}
