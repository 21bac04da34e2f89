/** After the faults are on the page. */
export function focusFirstFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** Whatever form is sent, and whoever wrote it: what is at fault then has the focus. @returns ends that */
export function followFaults(): () => void {
  const sent = ({ target }: Event): void => focusFirstFault(target instanceof HTMLFormElement ? target : null);
  addEventListener('submit', sent);
  return () => removeEventListener('submit', sent);
}
