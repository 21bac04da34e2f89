import { useApi } from '../../lib/query.ts';

const keyFile = 'api-client.key.json';
/** What stands there until it is known. */
const unknown = { app: 'APP_ID', signer: 'SIGNER_URL' };

/** What is typed where the API client runs. @param appId its id, once it has one */
export function useCommands(appId?: string) {
  const { data } = useApi('signing', 'status', {}, { quiet: true });
  const [signer] = data?.signers ?? [];
  const origin = signer && URL.canParse(signer.freeze_url) ? new URL(signer.freeze_url).origin : unknown.signer;
  const asker = [
    `--server ${window.location.origin}`,
    `--signer ${origin}`,
    `--app ${appId ?? unknown.app} --key ${keyFile}`,
  ];
  const lines = (...parts: readonly string[]): string => parts.join(' \\\n  ');
  return {
    newKey: `npx holdfast device-key new ${keyFile} --plain`,
    showKey: `npx holdfast device-key show ${keyFile}`,
    /** What `connect` needs beside to take links of WalletConnect. */
    addLinks: 'npm install --no-save @reown/walletkit@1.6.0',
    pay: lines('npx holdfast pay', ...asker, '--wallet 1 --symbol ETH --to ADDRESS --amount 0.1'),
    connect: lines('npx holdfast rpc', ...asker, '--wallet 1 --chain CHAIN_ID --node NODE_URL'),
  };
}
