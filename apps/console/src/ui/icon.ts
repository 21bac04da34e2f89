import { createElement, type ForwardRefExoticComponent, forwardRef, type RefAttributes, type SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Of both sides, in px. */
  readonly size?: number | string;
}
interface IconData {
  /** Elements of the drawing with their attributes. */
  readonly node: readonly (readonly [string, Readonly<Record<string, string>>])[];
}
const isTold = (name: string): boolean => name.startsWith('aria-') || name === 'role' || name === 'title';

/**
 * An icon from its drawing. The build takes it in place of the icons' own function (vite.config.ts), which makes two components of each and reads settings that nobody
 * makes here: every page draws dozens. It draws the same (icon.test.tsx).
 */
export default ({ node }: IconData): ForwardRefExoticComponent<IconProps & RefAttributes<SVGSVGElement>> =>
  forwardRef<SVGSVGElement, IconProps>(({ size = 24, strokeWidth = 2, ...rest }, ref) =>
    createElement(
      'svg',
      {
        ...{ ref, width: size, height: size, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth },
        ...{ strokeLinecap: 'round', strokeLinejoin: 'round' },
        ...(Object.keys(rest).some(isTold) ? {} : { 'aria-hidden': true }),
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    ),
  );
