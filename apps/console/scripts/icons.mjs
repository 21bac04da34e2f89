/** Extracts the coin drawings we use from @web3icons/core (MIT) into static files. Run by hand when a coin is added: `node scripts/icons.mjs`. */
import { writeFileSync } from 'node:fs';

const coins = ['BTC', 'ETH', 'TRX', 'USDC', 'USDT'];
for (const coin of coins) {
  const { default: svg } = await import(
    `../../../node_modules/@web3icons/core/dist/svgs/tokens/background/${coin}.svg.js`
  );
  const decorative = svg.replace('<svg ', '<svg aria-hidden="true" ');
  writeFileSync(new URL(`../public/coins/${coin.toLowerCase()}.svg`, import.meta.url), `${decorative}\n`);
}
