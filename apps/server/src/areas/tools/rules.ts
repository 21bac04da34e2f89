/** 32 bytes as people paste them: hex with or without `0x`, base64 in either alphabet. @returns hex; undefined for anything else */
export function hashIn(text: string): string | undefined {
  const hex = text.replace(/^0x/i, '').toLowerCase();
  if (/^[0-9a-f]{64}$/.test(hex)) return hex;
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  return Buffer.from(text, 'base64').toString('hex');
}
