import { isValidElement, type ReactElement } from 'react';
import { Button, ButtonLink, buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { Heading, type HeadingLevel } from './heading.tsx';

interface InfoPanelImage {
  src: string;
  alt: string;
  width?: number;
  height?: number;
}

type InfoPanelButton = { label: string; primary?: boolean } & (
  | { to: string }
  | { href: string }
  | { onClick: () => void }
);

export interface InfoPanelProps {
  img?: InfoPanelImage | ReactElement | undefined;
  /** The lines of the heading. */
  title: readonly string[];
  /** One item per paragraph. */
  content: readonly string[];
  buttons?: readonly InfoPanelButton[] | undefined;
  level?: HeadingLevel | undefined;
  className?: string | undefined;
}

/** Explains something: a picture, a heading, text and buttons. On wide screens the picture is beside the text. */
export function InfoPanel({ img, title, content, buttons = [], level = 2, className }: InfoPanelProps) {
  return (
    <section className={cx('grid items-center gap-6 lg:gap-12', img && 'lg:grid-cols-2', className)}>
      {img && (isValidElement(img) ? img : <Picture {...(img as InfoPanelImage)} />)}
      <div className="grid gap-4">
        <Heading level={level} className="text-2xl lg:text-3xl">
          {title.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </Heading>
        {content.map((paragraph) => (
          <p key={paragraph} className="text-ink-2">
            {paragraph}
          </p>
        ))}
        {buttons.length > 0 && (
          <div className="flex flex-wrap gap-3 pt-2">
            {buttons.map((button) => (
              <PanelButton key={button.label} {...button} />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

function Picture({ src, alt, width, height }: InfoPanelImage) {
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className="h-auto w-full rounded-card"
    />
  );
}

function PanelButton({ label, primary = false, ...action }: InfoPanelButton) {
  const variant = primary ? 'primary' : 'secondary';
  if ('to' in action) {
    return (
      <ButtonLink to={action.to} variant={variant}>
        {label}
      </ButtonLink>
    );
  }
  if ('href' in action) {
    return (
      <a href={action.href} className={buttonClass(variant)}>
        {label}
      </a>
    );
  }
  return (
    <Button onClick={action.onClick} variant={variant}>
      {label}
    </Button>
  );
}
