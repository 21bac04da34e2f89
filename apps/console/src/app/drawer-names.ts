/** Every drawer of the console, by the name it has in addresses; what is in each comes with the first that opens (drawer-pages.tsx). */
export const drawerNames = [
  'deposit',
  'withdraw',
  'transaction',
  'approve',
  'bookAdd',
  'bookImport',
  'bookEntry',
  'bookMode',
  'bookChange',
  'ownEntry',
  'ownWrite',
  'ownImport',
  'createWallet',
  'freeze',
  'invite',
  'invitation',
  'member',
  'rule',
  'preferences',
  'sandbox',
] as const;
export type DrawerName = (typeof drawerNames)[number];
