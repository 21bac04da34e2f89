import { type ChannelType, channelTypes } from '@holdfast/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { shownTimeZone } from '../../lib/preferences.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Checkbox, Field, TextInput } from '../../ui/form.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { type Channel, type ChannelDraft, choiceOf, draftOf, isWhole } from './channel-draft.ts';
import { KindFields, TargetFields, TimeFields, WalletFields } from './channel-fields.tsx';
import { canPush, type PushFault, subscribe, type Target } from './subscribe.ts';

/** `channel[:id]`: a channel by which one is told outside the console; without an id, a new one. */
export default function ChannelDrawer({ args: [id] }: DrawerProps): ReactNode {
  const { data, error, refetch } = useApi('notice', 'channels', {}, { quiet: true });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <DrawerBody>
        <Skeleton className="h-24 w-full" />
      </DrawerBody>
    );
  const here = { mail: data.mail, push: canPush() };
  const types = channelTypes.filter((type) => (type === 'mail' || type === 'push' ? here[type] : true));
  const channel = data.list.find(({ channel_id }) => String(channel_id) === id);
  return <Form key={id} channel={channel} types={types} pushKey={data.push_key} />;
}

interface FormProps {
  readonly channel: Channel | undefined;
  readonly types: readonly ChannelType[];
  readonly pushKey: string;
}

/** Saves what is written; of a browser that is new, once it has been asked. `fault`: why the browser takes no notices. */
function useSave(channel: Channel | undefined, draft: ChannelDraft, pushKey: string) {
  const { pop } = useDrawers();
  const queries = useQueryClient();
  const [fault, setFault] = useState<PushFault>();
  const { type, url, token, chat } = draft;
  const save = useMutation({
    mutationFn: async (): Promise<boolean> => {
      const target: Target | PushFault = type === 'push' && !channel ? await subscribe(pushKey) : { url, token, chat };
      setFault(typeof target === 'string' ? target : undefined);
      if (typeof target === 'string') return false;
      await api.notice.saveChannel({
        ...(channel ? { channel_id: channel.channel_id } : {}),
        channel_type: type,
        target,
        choice: choiceOf(draft, { language: currentLanguage() === 'zh-CN' ? 'zh_CN' : 'en_US', zone: shownTimeZone() }),
      });
      return true;
    },
    onSuccess: async (saved) => {
      if (!saved) return;
      await queries.invalidateQueries({ queryKey: ['notice', 'channels'] });
      pop();
    },
  });
  return { send: () => save.mutate(), fault, isPending: save.isPending };
}

function Form({ channel, types, pushKey }: FormProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { pop } = useDrawers();
  const formId = useId();
  const [draft, setDraft] = useState(() => draftOf(channel, types[0] ?? 'slack'));
  const set = (change: Partial<ChannelDraft>): void => setDraft((old) => ({ ...old, ...change }));
  const save = useSave(channel, draft, pushKey);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    save.send();
  };
  return (
    <DrawerBody
      footer={
        <>
          <Button onClick={pop}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={save.isPending}
            disabled={!isWhole(draft, channel === undefined)}
          >
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-5" onSubmit={send}>
        {!channel && (
          <div className="flex items-center gap-2">
            <span className="font-medium">{t('tools:notice.type')}</span>
            <NativeSelect
              label={t('tools:notice.type')}
              value={draft.type}
              onValueChange={(value) => set({ type: types.find((type) => type === value) ?? draft.type })}
              items={types.map((type) => ({ value: type, label: t(`tools:notice.type.${type}`) }))}
            />
          </div>
        )}
        <Field label={t('tools:notice.name')}>
          <TextInput maxLength={50} value={draft.name} onChange={({ target }) => set({ name: target.value })} />
        </Field>
        {save.fault && <Banner tone="bad">{t(`tools:notice.push.${save.fault}`)}</Banner>}
        <TargetFields draft={draft} set={set} isNew={channel === undefined} />
        <KindFields draft={draft} set={set} />
        <WalletFields draft={draft} set={set} />
        <TimeFields draft={draft} set={set} />
        <Checkbox
          label={t('tools:notice.full')}
          checked={draft.full}
          onChange={({ target }) => set({ full: target.checked })}
        />
      </form>
    </DrawerBody>
  );
}
