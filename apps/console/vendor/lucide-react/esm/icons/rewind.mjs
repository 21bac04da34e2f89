/**
 * @license lucide-react v1.75.0 - ISC
 *
 * This source code is licensed under the ISC license.
 * See the LICENSE file in the root directory of this source tree.
 */

import createLucideIcon from '../createLucideIcon.mjs';

const __iconData = {
  name: "rewind",
  size: 24,
  node: [
    [
      "path",
      {
        d: "M12 6a2 2 0 0 0-3.414-1.414l-6 6a2 2 0 0 0 0 2.828l6 6A2 2 0 0 0 12 18z",
        key: "2a1g8i"
      }
    ],
    [
      "path",
      {
        d: "M22 6a2 2 0 0 0-3.414-1.414l-6 6a2 2 0 0 0 0 2.828l6 6A2 2 0 0 0 22 18z",
        key: "rg3s36"
      }
    ]
  ]
};
__iconData.node;
const Rewind = createLucideIcon(__iconData);

export { __iconData, Rewind as default };
