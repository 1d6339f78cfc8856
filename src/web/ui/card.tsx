import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'article' | 'section' | 'li' | undefined;
}

export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  const Element = Tag as 'div';
  return <Element {...rest} className={cx('rounded-card border border-line bg-sheet p-5', className)} />;
}

/** A string is a paragraph; a list of strings is a bullet list. */
export type Block = string | readonly string[];

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="grid gap-3">
      {blocks.map((block) =>
        typeof block === 'string' ? (
          <p key={block}>{block}</p>
        ) : (
          <ul key={block.join('\n')} className="grid list-disc gap-1.5 pl-5 marker:text-ink-2">
            {block.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}
