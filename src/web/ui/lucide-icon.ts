import { createElement, type SVGProps } from 'react';

type IconData = { node: [tag: string, attributes: Record<string, string>][] };
type IconProps = SVGProps<SVGSVGElement> & { size?: string | number };

/**
 * Takes the place of lucide-react's own createLucideIcon (vite.config.ts). The library works out classes, defaults and
 * accessibility anew for every icon of every page, which costs more than the link around it; here an icon is its
 * drawing, written once, and its look is `.icon` in app.css.
 */
export default function createLucideIcon({ node }: IconData) {
  const shapes = node.map(([tag, { key, ...attributes }]) => {
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
    return `<${tag}${written.join('')}/>`;
  });
  const drawing = { __html: shapes.join('') };
  return ({ size = 24, strokeWidth = 2, className, ...rest }: IconProps) =>
    createElement('svg', {
      ...rest,
      viewBox: '0 0 24 24',
      width: size,
      height: size,
      strokeWidth,
      className: className ? `icon ${className}` : 'icon',
      dangerouslySetInnerHTML: drawing,
    });
}
