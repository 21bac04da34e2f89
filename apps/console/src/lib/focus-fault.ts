/** After the faults are on the page: the first field at fault, or else what is said of the whole. */
export function focusFirstFault(form: HTMLElement | null): void {
  const first = (at: string) => form?.querySelector<HTMLElement>(at);
  requestAnimationFrame(() => (first('[aria-invalid="true"]') ?? first('[data-fault]'))?.focus());
}

/** Whatever form is sent, and whoever wrote it: what is at fault then has the focus. @returns ends that */
export function followFaults(): () => void {
  const sent = ({ target }: Event): void => focusFirstFault(target instanceof HTMLFormElement ? target : null);
  addEventListener('submit', sent);
  return () => removeEventListener('submit', sent);
}
