import { account } from './account/area.ts';
import { activity } from './activity/area.ts';
import { addressBook } from './address-book/area.ts';
import { apiClients } from './api-clients/area.ts';
import { batch } from './batch/area.ts';
import { deposit } from './deposit/area.ts';
import { fileExport } from './file-export/area.ts';
import { health } from './health/area.ts';
import { join } from './join/area.ts';
import { keyMaterial } from './key-material/area.ts';
import { login } from './login/area.ts';
import { loginHistory } from './login-history/area.ts';
import { notice } from './notice/area.ts';
import { preferences } from './preferences/area.ts';
import { sandbox } from './sandbox/area.ts';
import { setup } from './setup/area.ts';
import { signing } from './signing/area.ts';
import { strategy } from './strategy/area.ts';
import { team } from './team/area.ts';
import { todo } from './todo/area.ts';
import { tools } from './tools/area.ts';
import { trade } from './trade/area.ts';
import { transactions } from './transactions/area.ts';
import { utxo } from './utxo/area.ts';
import { wallet } from './wallet/area.ts';
import { withdraw } from './withdraw/area.ts';

/** Every area of the console. Menus, the palette and the log's filter have their entries in this order. */
export const areas = [
  deposit,
  withdraw,
  wallet,
  utxo,
  trade,
  transactions,
  todo,
  activity,
  addressBook,
  strategy,
  team,
  apiClients,
  keyMaterial,
  signing,
  tools,
  batch,
  health,
  sandbox,
  preferences,
  account,
  loginHistory,
  notice,
  fileExport,
  login,
  setup,
  join,
] as const;
