/** Extracts the coin drawings we use from @web3icons/core (MIT) into static files. Run by hand when a coin is added: `node scripts/icons.mjs`. */
import { writeFileSync } from 'node:fs';

const coins = ['tokens/BTC', 'tokens/ETH', 'networks/ton', 'tokens/TRX', 'tokens/USDC', 'tokens/USDT'];
for (const coin of coins) {
  const [kind, name] = coin.split('/');
  const { default: svg } = await import(
    `../../../node_modules/@web3icons/core/dist/svgs/${kind}/background/${name}.svg.js`
  );
  const decorative = svg.replace('<svg ', '<svg aria-hidden="true" ');
  writeFileSync(new URL(`../public/coins/${name.toLowerCase()}.svg`, import.meta.url), `${decorative}\n`);
}
