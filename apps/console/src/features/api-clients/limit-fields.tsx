import { type ApiScope, apiScopeNames } from '@holdfast/contract/access';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox, digitsOf, Field, TextInput } from '../../ui/form.tsx';
import { WalletSet } from '../../ui/wallet-set.tsx';
import type { useApiClientForm } from './use-api-client-form.ts';
import { isRate } from './view.ts';

/** What the server lets it do, where, and how often. */
export function LimitFields({ form }: { form: ReturnType<typeof useApiClientForm> }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { values, set, asked } = form;
  const turn = (scope: ApiScope, on: boolean): void =>
    set({ scopes: apiScopeNames.filter((one) => (one === scope ? on : values.scopes.includes(one))) });
  return (
    <>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 font-medium">{t('apiPage:scopes')}</legend>
        {apiScopeNames.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`apiPage:scope.${scope}`)}
            checked={values.scopes.includes(scope)}
            onChange={({ target }) => turn(scope, target.checked)}
          />
        ))}
        {asked && values.scopes.length === 0 && <p className="text-bad text-xs">{t('apiPage:fault.scopes')}</p>}
      </fieldset>
      <WalletSet
        legend={t('apiPage:wallets')}
        hint={t('apiPage:walletsHint')}
        chosen={values.wallets}
        onChange={(wallets) => set({ wallets })}
      />
      <Field
        label={t('apiPage:rate')}
        hint={t('apiPage:rateHint')}
        error={asked && !isRate(values.perMinute) ? t('apiPage:fault.rate') : undefined}
      >
        <TextInput
          inputMode="numeric"
          value={values.perMinute}
          maxLength={5}
          onChange={({ target }) => set({ perMinute: digitsOf(target.value) })}
        />
      </Field>
    </>
  );
}
