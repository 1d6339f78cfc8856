import { Choice, toggled } from './choices.tsx';

type ChoiceGroupProps = {
  name: string;
  /** What the first box says, which ticks all of them. */
  all: string;
  options: readonly { id: number; name: string }[];
  value: readonly number[];
  onChange: (ids: number[]) => void;
};

/** Some of the choices of one question under a heading, such as the districts of Kowloon. */
export function ChoiceGroup({ name, all, options, value, onChange }: ChoiceGroupProps) {
  const ids = options.map(({ id }) => id);
  const others = value.filter((id) => !ids.includes(id));
  return (
    <fieldset className="min-w-0 border-line border-t pt-2 first-of-type:border-t-0 lg:grid lg:grid-cols-[max(7.5rem,110px)_1fr] lg:gap-x-3">
      <legend className="contents">
        <span className="flex items-center pb-1 text-ink-2 text-sm lg:min-h-11 lg:self-start lg:pb-0">
          {name}
        </span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {options.length > 1 && (
          <Choice
            type="checkbox"
            checked={ids.every((id) => value.includes(id))}
            onChange={({ target }) => onChange(target.checked ? [...others, ...ids] : others)}
          >
            {all}
          </Choice>
        )}
        {options.map((option) => (
          <Choice
            key={option.id}
            type="checkbox"
            checked={value.includes(option.id)}
            onChange={({ target }) => onChange(toggled(value, option.id, target.checked))}
          >
            {option.name}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
