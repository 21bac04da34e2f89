/** The least length of a new password. */
export const shortestPassword = 12;

/** 0 (too short) to 3 (good): length and variety, as a hint; the server decides. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  if (password.length < shortestPassword) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length;
  const score = (password.length >= 16 ? 1 : 0) + (kinds >= 3 ? 1 : 0) + (new Set(password).size >= 10 ? 1 : 0);
  return score >= 3 ? 3 : score >= 1 ? 2 : 1;
}
