/**
 * The names that the console's form of rules offers for steps, in every language. Who kept one reads it in theirs; in whose language it was offered is nobody's
 * concern. What somebody wrote themselves stays. Never where documents are compared: there names are told as they stand.
 */
const stepNames = {
  release: { 'en-US': 'Release', 'zh-CN': '放行' },
  owner: { 'en-US': 'Owner', 'zh-CN': '所有者' },
  /** Followed by its place. */
  approval: { 'en-US': 'Approval', 'zh-CN': '审批' },
} as const;
type Language = keyof (typeof stepNames)['owner'];
type Offered = keyof typeof stepNames;

const shapes: Readonly<Record<Offered, RegExp>> = {
  release: new RegExp(`^(?:${Object.values(stepNames.release).join('|')})$`),
  owner: new RegExp(`^(?:${Object.values(stepNames.owner).join('|')})$`),
  approval: new RegExp(`^(?:${Object.values(stepNames.approval).join('|')})(?<place> \\d+)$`),
};

/** Which of the offered names it is, and its place; undefined of what somebody wrote. */
export function offeredStep(name: string): { readonly step: Offered; readonly place: string } | undefined {
  for (const step of Object.keys(shapes) as Offered[]) {
    const found = shapes[step].exec(name);
    if (found) return { step, place: found.groups?.place ?? '' };
  }
  return undefined;
}

/** The name of a step for who reads it. */
export function stepName(name: string, language: Language): string {
  const offered = offeredStep(name);
  return offered ? `${stepNames[offered.step][language]}${offered.place}` : name;
}
