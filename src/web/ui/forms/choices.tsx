import Check from 'lucide-react/icons/check';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx, target } from '../cx.ts';
import { FieldGroup, type FieldGroupProps } from './field-group.tsx';

type Option<Id extends number | string> = { id: Id; name: ReactNode; note?: ReactNode; disabled?: boolean };

type Common<Id extends number | string> = Omit<FieldGroupProps, 'children'> & {
  options: readonly Option<Id>[];
  /** The layout classes of the cards. */
  layout?: string | undefined;
};

const inRows = 'flex flex-wrap gap-2';

/** A choice of exactly one. */
export function RadioChoices<Id extends number | string>({
  options,
  value,
  onChange,
  layout = inRows,
  ...group
}: Common<Id> & { value: Id | null; onChange: (id: Id) => void }) {
  const name = useId();
  return (
    <FieldGroup {...group}>
      <div className={cx(layout)}>
        {options.map((option) => (
          <Choice
            key={option.id}
            type="radio"
            name={name}
            note={option.note}
            disabled={option.disabled}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          >
            {option.name}
          </Choice>
        ))}
      </div>
    </FieldGroup>
  );
}

/** A choice of any number. */
export function CheckChoices<Id extends number | string>({
  options,
  value,
  onChange,
  layout = inRows,
  ...group
}: Common<Id> & { value: readonly Id[]; onChange: (ids: Id[]) => void }) {
  return (
    <FieldGroup {...group}>
      <div className={cx(layout)}>
        {options.map((option) => (
          <Choice
            key={option.id}
            type="checkbox"
            note={option.note}
            checked={value.includes(option.id)}
            onChange={({ target }) => onChange(toggled(value, option.id, target.checked))}
          >
            {option.name}
          </Choice>
        ))}
      </div>
    </FieldGroup>
  );
}

export const toggled = <T,>(list: readonly T[], item: T, on: boolean) =>
  on ? [...list.filter((one) => one !== item), item] : list.filter((one) => one !== item);

type ChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  type: 'radio' | 'checkbox';
  /** A second line in smaller text. */
  note?: ReactNode;
  children: ReactNode;
};

const style =
  'flex size-full items-center justify-center rounded-card border border-ink-2/50 bg-sheet px-3 py-1.5 text-center text-sm leading-snug transition-colors group-hover:border-ink-2 peer-disabled:border-dashed peer-disabled:border-line peer-disabled:bg-paper-2 peer-disabled:text-ink-2';
const checked =
  'peer-checked:border-seal peer-checked:bg-seal-soft peer-checked:font-semibold peer-checked:text-[color-mix(in_srgb,var(--color-seal)_85%,var(--color-ink))]';
const focused =
  'peer-focus-visible:outline-2 peer-focus-visible:outline-seal peer-focus-visible:outline-offset-2';

/** A native radio button or checkbox, shown as a card. A tick in the corner repeats what the colour says. */
export function Choice({ type, note, className, children, ...rest }: ChoiceProps) {
  return (
    <label
      className={cx('group relative block cursor-pointer has-disabled:cursor-not-allowed', target, className)}
    >
      <input {...rest} type={type} className="peer absolute inset-0 size-full cursor-[inherit] opacity-0" />
      <span className={cx(style, checked, focused)}>
        <span>
          {children}
          {note && <span className="block text-ink-2 text-xs">{note}</span>}
        </span>
      </span>
      <span
        aria-hidden
        className="-top-1.5 -right-1.5 absolute hidden size-5 place-items-center rounded-full bg-seal text-on-seal peer-checked:grid"
      >
        <Check size="0.8rem" className="stroke-3" />
      </span>
    </label>
  );
}
