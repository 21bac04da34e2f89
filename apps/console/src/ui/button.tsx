import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

const style = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium text-sm whitespace-nowrap transition-colors disabled:pointer-events-none disabled:opacity-45 [&_svg]:size-3.5',
  {
    variants: {
      variant: {
        primary: 'bg-btn text-white hover:brightness-110',
        outline: 'border border-line bg-panel hover:bg-hov',
        ghost: 'text-mut hover:bg-hov hover:text-fg',
        danger: 'border border-line text-bad hover:bg-bads',
      },
      size: { md: 'h-8 px-3', sm: 'h-7 px-2', lg: 'h-9 px-4', icon: 'size-7' },
    },
    defaultVariants: { variant: 'outline', size: 'md' },
  },
);

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof style> & { readonly busy?: boolean };

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
      className={cn(style({ variant, size }), className)}
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

export const buttonStyle = style;
