/**
 * @license lucide-react v1.75.0 - ISC
 *
 * This source code is licensed under the ISC license.
 * See the LICENSE file in the root directory of this source tree.
 */

import createLucideIcon from '../createLucideIcon.mjs';

const __iconData = {
  name: "wallet-cards",
  size: 24,
  node: [
    [
      "path",
      {
        d: "M3 11h3.75a2 2 0 0 1 1.6.8l.45.6a4 4 0 0 0 6.4 0l.45-.6a2 2 0 0 1 1.6-.8H21",
        key: "1vwh6y"
      }
    ],
    ["path", { d: "M3 7h18", key: "1uiuf2" }],
    ["rect", { x: "3", y: "3", width: "18", height: "18", rx: "2", key: "h1oib" }]
  ]
};
__iconData.node;
const WalletCards = createLucideIcon(__iconData);

export { __iconData, WalletCards as default };
