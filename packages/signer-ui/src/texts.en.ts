/** Texts that every page uses. */
export const shellEn = {
  passThrough: '{text}',
  shellNotices: 'Key material on its way',
  shellTheme: 'Light or dark',
  shellSkip: 'Skip to the content',
  shellSingleHost: 'All shares on one machine: for evaluation.',
  shellBack: 'Back to {host}',
  shellContinue: 'Continue at {host}',
  shellRetry: 'Try again',
  shellLoading: 'Asking the signer …',
  faultOffline: 'The signer at {origin} does not answer. Check that it runs, then try again.',
  faultInForce: 'This change is in force already.',
  faultRefused: 'The signer refused: {message}',
  faultPasskeyCancelled: 'The passkey was not used: the request was closed or timed out. Nothing was signed.',
  faultPasskeyMissing: 'This browser offers no passkeys on this address.',
  faultPasskeyKind: 'This authenticator made a key of another kind than ES256. Use another one, or a device key.',
  faultDeviceKeyMissing: 'This browser cannot make Ed25519 keys. Use a passkey or the command line.',
  faultDeviceKeyGone: 'The device key for this credential is not in this browser.',
  faultUnexpected: 'Something unexpected happened: {message}',
};
export type ShellKey = keyof typeof shellEn;
