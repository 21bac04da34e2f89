/**
 * Extracts the coin drawings we use from @web3icons/core (MIT) into static files. Run by hand when a coin is added to `src/lib/coins.ts`:
 * `npm install --no-save @web3icons/core@4.0.56 && node scripts/icons.mjs`. All of its drawings
 * are 83 MB, which nobody else needs.
 */
import { writeFileSync } from 'node:fs';
import { coins } from '../src/lib/coins.ts';

for (const { drawing } of Object.values(coins)) {
  if (!drawing) continue;
  const [kind, name] = drawing.split('/');
  const { default: svg } = await import(
    `../../../node_modules/@web3icons/core/dist/svgs/${kind}/background/${name}.svg.js`
  );
  const decorative = svg.replace('<svg ', '<svg aria-hidden="true" ');
  writeFileSync(new URL(`../public/coins/${name.toLowerCase()}.svg`, import.meta.url), `${decorative}\n`);
}
