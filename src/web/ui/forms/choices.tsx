import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { Choice } from './choice.tsx';
import { FieldGroup, type FieldGroupProps } from './field-group.tsx';

export type Option<Id extends number | string> = { id: Id; name: ReactNode; note?: ReactNode };

type Common<Id extends number | string> = Omit<FieldGroupProps, 'children'> & {
  options: readonly Option<Id>[];
  /** How the cards are laid out. */
  layout?: string | undefined;
};

const inRows = 'flex flex-wrap gap-2';

/** One of several. */
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

/** Any number of them. */
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
