/** After the faults are on the page. @param select what stands there, which is a text input, is selected, so that what is typed takes its place */
export function focusFirstFault(form: HTMLElement | null, select = false): void {
  requestAnimationFrame(() => {
    const fault = form?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
    fault?.focus();
    if (select) fault?.select();
  });
}

/** Whatever form is sent, and whoever wrote it: what is at fault then has the focus. @returns ends that */
export function followFaults(): () => void {
  const sent = ({ target }: Event): void => focusFirstFault(target instanceof HTMLFormElement ? target : null);
  addEventListener('submit', sent);
  return () => removeEventListener('submit', sent);
}
