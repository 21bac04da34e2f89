import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { type GivenKey, isWebAddress, withKey } from '../../lib/given-key.ts';
import { wordsOfKey } from '../../lib/key-words.ts';
import { listJoin } from '../../lib/list-join.ts';
import { signerLink } from '../../lib/signer-link.ts';
import { signerText } from '../../lib/signer-name.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/display.tsx';
import { DrawerBody } from '../../ui/drawers.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Propose } from '../../ui/propose.tsx';
import type { KeyPage, Member } from './view.ts';

/** The way to the signer's page on which a member makes a further key for themselves. */
export function MakeKey({ url, text }: { url: string; text?: string }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  if (!isWebAddress(url)) return null;
  return (
    <a href={signerLink(url)} rel="noreferrer" className={buttonStyle({ size: 'sm' })}>
      <KeyRound aria-hidden />
      {text ?? t('teamMember:addKey')}
    </a>
  );
}

/** A page on which no passkey of the member answers, and the way to make one there. */
export function MissingKey({ page: { host, signers, url } }: { page: KeyPage }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const page = { page: host, signers: signers.map(signerText).join(listJoin()) };
  return (
    <Banner tone="warn">
      <span className="grid justify-items-start gap-2">
        {t('teamMember:keyMissing', page)}
        <MakeKey url={url} text={t('teamMember:keyAt', page)} />
      </span>
    </Banner>
  );
}

interface FurtherKeyProps {
  readonly member: Member;
  readonly given: GivenKey;
  /** Of the rules that were looked at. */
  readonly version: string;
  readonly mayEdit: boolean;
  readonly onBack: () => void;
}

/** A key that a member has made: proposed by whoever may, else handed over to them as a link. */
export function FurtherKey({ member, given, version, mayEdit, onBack }: FurtherKeyProps): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const { name, member_id, me } = member;
  const words = wordsOfKey(given);
  const head = (
    <>
      <div className="grid gap-1">
        <h3 className="font-semibold text-xl">{t('teamMember:change.credentialAdd', { name })}</h3>
        <p className="text-mut">{t('teamMember:changeText.credentialAdd')}</p>
      </div>
      {words.length === 0 ? (
        <Banner tone="bad">{t('teamMember:join.keyLost')}</Banner>
      ) : (
        <p data-testid="key-words" className="mono break-words rounded-lg border border-line bg-panel px-3.5 py-2.5">
          {words.join(' ')}
        </p>
      )}
      {!me && <Banner tone="warn">{t('teamMember:compareWords')}</Banner>}
    </>
  );
  if (!mayEdit || words.length === 0)
    return (
      <DrawerBody footer={<Button onClick={onBack}>{t('common.back')}</Button>}>
        {head}
        {words.length > 0 && <HandOver url={withKey(location.href, given)} />}
      </DrawerBody>
    );
  return (
    <Propose
      submit={t('teamMember:propose.credentialAdd')}
      backText={t('common.back')}
      onBack={onBack}
      run={(remark) => api.team.addCredential({ member_id, version, remark, credential: { ...given } })}
      told={() => ({
        title: t('teamMember:proposed.credentialAdd', { name }),
        text: me ? t('teamMember:proposedKeyMe') : t('teamMember:proposedKey', { name }),
      })}
    >
      {head}
    </Propose>
  );
}

/** The key is public: it goes to somebody who may propose it, by any way, and its words are compared there. */
function HandOver({ url }: { url: string }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  return (
    <section className="grid gap-2">
      <p className="text-mut">{t('teamMember:handOverKey')}</p>
      <div className="flex items-start gap-2 rounded-lg border border-line bg-bg p-3.5">
        <code data-testid="key-link" className="mono min-w-0 flex-1 break-all">
          {url}
        </code>
        <CopyButton text={url} label={t('teamMember:copyLink')} />
      </div>
    </section>
  );
}
