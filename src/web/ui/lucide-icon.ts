import { type ComponentType, createElement, type SVGProps } from 'react';

type IconData = { node: [tag: string, attributes: Record<string, string>][] };
type IconProps = SVGProps<SVGSVGElement> & { size?: string | number };
export type Icon = ComponentType<IconProps>;

/**
 * Takes the place of lucide-react's own createLucideIcon (vite.config.ts). The library works out classes, defaults and
 * accessibility anew for every icon of every page, which costs more than the link around it; here an icon is its
 * drawing, written once, and its look is `.icon` in app.css: thin, and decoration beside the words that say it.
 */
export default function createLucideIcon({ node }: IconData) {
  const shapes = node.map(([tag, { key, ...attributes }]) => {
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
    return `<${tag}${written.join('')}/>`;
  });
  const drawing = { __html: shapes.join('') };
  const icon: Icon = ({ size = 24, strokeWidth = 1.5, className, ...rest }) =>
    createElement('svg', {
      ...rest,
      viewBox: '0 0 24 24',
      width: size,
      height: size,
      strokeWidth,
      'aria-hidden': true,
      className: className ? `icon ${className}` : 'icon',
      dangerouslySetInnerHTML: drawing,
    });
  drawings.set(icon, drawing.__html);
  return icon;
}

const drawings = new WeakMap<Icon, string>();

/** A thin icon as text, for what is text itself. Decoration: the words stand beside it. */
export const iconHtml = (icon: Icon, className: string) =>
  `<svg viewBox="0 0 24 24" stroke-width="1.5" class="icon ${className}" aria-hidden="true">${drawings.get(icon)}</svg>`;
