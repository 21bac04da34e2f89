import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

interface ButtonLook {
  readonly variant?: 'primary' | 'outline' | 'ghost' | 'danger';
  readonly size?: 'md' | 'sm' | 'lg' | 'icon';
}

/** The look of a button, for links that do what a button would. */
export const buttonStyle = ({ variant = 'outline', size = 'md' }: ButtonLook): string =>
  `btn btn-${variant} btn-${size}`;

type ButtonProps = ComponentProps<'button'> & ButtonLook & { readonly busy?: boolean };

/** `busy` keeps the button's width, disables it and says so to assistive technology. */
export function Button({
  className,
  variant,
  size,
  busy = false,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cn(buttonStyle({ ...(variant && { variant }), ...(size && { size }) }), className)}
    />
  );
}

type IconButtonProps = Omit<ButtonProps, 'size' | 'aria-label'> & { readonly label: string };

/** A button that is only an icon; its label is read out and shown on hover. */
export function IconButton({ label, variant = 'ghost', ...rest }: IconButtonProps): ReactNode {
  return <Button {...rest} variant={variant} size="icon" aria-label={label} title={label} />;
}

const linkStyle = 'text-acc underline-offset-2 hover:underline';

/** A link that leaves the console, always to a page of our own signers or an explorer the operator named. */
export function ExternalLink({ className, ...rest }: ComponentProps<'a'>): ReactNode {
  return <a {...rest} target="_blank" rel="noopener noreferrer" className={cn(linkStyle, className)} />;
}
