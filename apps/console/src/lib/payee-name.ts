const shortest = 20;
/** Is it rather a name that somebody begins to write? No address is that short, or has a dot, a space or a letter of another script in it. */
export const looksLikeName = (text: string): boolean =>
  text.trim() !== '' && (text.trim().length < shortest || !/^[\x21-\x2d\x2f-\x7e]+$/.test(text.trim()));
