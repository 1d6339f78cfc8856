import { cx } from './cx.ts';

/** A string is a paragraph; a list of strings is a bullet list. */
export type Block = string | readonly string[];

export function Blocks({ blocks, className }: { blocks: readonly Block[]; className?: string }) {
  return (
    <div className={cx('grid gap-3', className)}>
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
