/** A unit file of systemd: each section's keys, with every value given. Lines that begin with # or ; are remarks, and one that ends with \ goes on. */
export type Unit = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** @throws Error at a line that is neither section, setting nor remark */
export function readUnit(text: string): Unit {
  const unit: Record<string, Record<string, string[]>> = {};
  let section: Record<string, string[]> | undefined;
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    if (/^\s*([#;].*)?$/.test(line)) continue;
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, key, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name) {
      section = unit[name] ?? {};
      unit[name] = section;
    } else if (key && section) section[key] = [...(section[key] ?? []), value];
    else throw new Error(`no line of a unit: ${line}`);
  }
  return unit;
}
