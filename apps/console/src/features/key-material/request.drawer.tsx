import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import { signerText } from '../../lib/signer-name.ts';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Checkbox, Field, TextInput } from '../../ui/form.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Propose } from '../../ui/propose.tsx';
import { type Request, recipientPattern } from './view.ts';

const hourMs = 3_600_000;

/** Is the share of another signer on its way, or out? The signers know it by themselves; here it is only asked for in the right words. */
const waits = (requests: readonly Request[], signer: string): boolean =>
  requests.some(
    ({ signer: other, state }) => other !== signer && ['granting', 'waiting', 'ready', 'taken'].includes(state),
  );

/** `keyRequest`: asks for the share of one signer, encrypted to somebody. */
export default function RequestDrawer(): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  const drawers = useDrawers();
  const { data } = useApi('keyMaterial', 'shares', {}, { quiet: true });
  const requests = useApi('keyMaterial', 'list', { page_no: 1, page_size: 50 }, { quiet: true }).data?.list ?? [];
  const shares = data?.key_groups[0]?.shares.filter(({ holder }) => holder === 'signer') ?? [];
  const [chosen, setChosen] = useState('');
  const [recipient, setRecipient] = useState('');
  const [looked, setLooked] = useState(false);
  const [whole, setWhole] = useState(false);
  const signer = chosen || (shares[0]?.party ?? '');
  const name = shares.find(({ party }) => party === signer)?.name ?? signer;
  const good = recipientPattern.test(recipient.trim());
  const delay = data?.delay_ms ?? null;
  const others = shares.some(({ party, exported }) => party !== signer && exported > 0) || waits(requests, signer);
  return (
    <Propose
      written={recipient.trim() !== ''}
      changes={null}
      submit={t('privateKeyRecovery:propose')}
      danger
      backText={t('common.cancel')}
      onBack={drawers.pop}
      ready={() => {
        setLooked(true);
        return good && signer !== '';
      }}
      run={(remark) =>
        api.keyMaterial.apply({ signer, recipient: recipient.trim(), whole_key: others && whole, remark })
      }
      told={() => ({
        title: t('privateKeyRecovery:proposed', { signer: signerText(name) }),
        text: t('privateKeyRecovery:proposedText'),
      })}
    >
      <p className="text-mut">{t('privateKeyRecovery:requestText')}</p>
      <Banner tone="warn">{t('privateKeyRecovery:warning')}</Banner>
      <div className="flex items-center justify-between gap-3">
        <span>{t('privateKeyRecovery:signer')}</span>
        <NativeSelect
          label={t('privateKeyRecovery:signer')}
          value={signer}
          onValueChange={setChosen}
          items={shares.map((share) => ({ value: share.party, label: signerText(share.name) }))}
        />
      </div>
      <Recipient value={recipient} bad={looked && !good} onChange={setRecipient} />
      {others && (
        <Checkbox
          label={t('privateKeyRecovery:whole')}
          checked={whole}
          onChange={({ target }) => setWhole(target.checked)}
        />
      )}
      {delay !== null && <Delay delayMs={delay} />}
    </Propose>
  );
}

interface RecipientProps {
  readonly value: string;
  readonly bad: boolean;
  readonly onChange: (value: string) => void;
}

function Recipient({ value, bad, onChange }: RecipientProps): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  return (
    <Field
      label={t('privateKeyRecovery:recipient')}
      hint={t('privateKeyRecovery:recipientHint')}
      error={bad ? t('privateKeyRecovery:recipientBad') : undefined}
    >
      <TextInput
        value={value}
        className="mono"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

function Delay({ delayMs }: { delayMs: number }): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  return (
    <p className="text-mut">
      {delayMs % hourMs === 0
        ? t('privateKeyRecovery:waitHours', { count: delayMs / hourMs })
        : t('privateKeyRecovery:waitSeconds', { count: Math.round(delayMs / 1_000) })}
    </p>
  );
}
