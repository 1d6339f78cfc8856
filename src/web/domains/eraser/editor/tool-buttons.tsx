import type { LucideIcon } from 'lucide-react';
import Crop from 'lucide-react/icons/crop';
import Eraser from 'lucide-react/icons/eraser';
import Hand from 'lucide-react/icons/hand';
import MousePointerClick from 'lucide-react/icons/mouse-pointer-click';
import Paintbrush from 'lucide-react/icons/paintbrush';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx, target } from '#web/ui/cx.ts';

const editorTools = ['look', 'tap', 'erase', 'restore', 'crop'] as const;
export type EditorTool = (typeof editorTools)[number];

const icons: Record<EditorTool, LucideIcon> = {
  look: Hand,
  tap: MousePointerClick,
  erase: Eraser,
  restore: Paintbrush,
  crop: Crop,
};

type ToolButtonProps = {
  icon: LucideIcon;
  label: string;
  pressed?: boolean | undefined;
  disabled?: boolean | undefined;
  onClick: () => void;
  className?: string;
};

/** A tool button with its name under the icon. */
export function ToolButton({ icon: Icon, label, pressed, disabled, onClick, className }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
      className={cx(
        target,
        'flex flex-col items-center justify-center gap-0.5 whitespace-nowrap rounded-card py-1 text-xs leading-tight transition-colors',
        pressed
          ? 'bg-seal-soft font-semibold text-[color-mix(in_srgb,var(--color-seal)_85%,var(--color-ink))]'
          : 'text-ink hover:bg-paper-2',
        disabled && 'cursor-not-allowed opacity-55',
        className,
      )}
    >
      <Icon size="1.375rem" />
      {label}
    </button>
  );
}

type ToolButtonsProps = {
  tool: EditorTool;
  /** Tools that are disabled now. */
  without?: readonly EditorTool[];
  onTool: (tool: EditorTool) => void;
};

export function ToolButtons({ tool, without = [], onTool }: ToolButtonsProps) {
  const t = useTranslate();
  return editorTools.map((name) => (
    <ToolButton
      key={name}
      icon={icons[name]}
      label={t(`editor.tool.${name}`)}
      pressed={tool === name}
      disabled={without.includes(name)}
      onClick={() => onTool(name)}
      className="flex-1"
    />
  ));
}
