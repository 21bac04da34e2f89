const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** `Chrome · Windows`: what the user agent says of itself, in short; '' when it says nothing. */
export function deviceName({ device, ua }: { readonly device: string; readonly ua: string }): string {
  const family = device === '' ? '' : device.charAt(0).toUpperCase() + device.slice(1);
  const system = systems.find(([pattern]) => pattern.test(ua))?.[1] ?? '';
  return [family, system].filter((part) => part !== '').join(' · ');
}
