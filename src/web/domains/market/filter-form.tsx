import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { oncePer } from '#web/ground/once-per.ts';
import { useHydrated } from '#web/ground/page-life.ts';
import { CachedIcon } from '#web/ground/rendering/cached-part.tsx';
import { controlClass } from '#web/ui/forms/input.tsx';
import { escaped } from '#web/ui/text.ts';
import {
  type ChoiceBlock,
  type FilterChoices,
  isWholeArea,
  type ListGroup,
  optionsOf,
} from './filter-choices.ts';
import {
  type Filters,
  groupsInUse,
  type IdFilter,
  noFilters,
  readFilters,
  type Tab,
  writeFilters,
} from './filters.ts';

type FilterFormProps = {
  id: string;
  action: string;
  tab: Tab;
  /** Without a script, the address that serves both lists is told which. */
  gated: boolean;
  choices: FilterChoices;
  filters: Filters;
  /** Called at every choice. A price counts once its field is left or Enter is pressed. */
  onChoose: (filters: Filters) => void;
  onSubmit: (filters: Filters) => void;
  children?: ReactNode;
};

const listGroups: readonly ListGroup[] = ['region', 'subject', 'grade', 'tutoring_type', 'weekday'];

/** The filter form. It works without JavaScript; with it, every choice is reported at once. */
export function FilterForm(props: FilterFormProps) {
  const { id, action, tab, gated, choices, filters, onSubmit, children } = props;
  const t = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  useChoices(form, props);
  const inUse = groupsInUse(filters);
  return (
    <form
      ref={form}
      id={id}
      action={action}
      // After a reload the address says what is chosen, not what the browser remembers of the fields.
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(read(event.currentTarget));
      }}
    >
      {gated && <input type="hidden" name="tab" value={tab} />}
      {tab === 'tutors' && (
        <label className="flex min-h-12 cursor-pointer items-center gap-2 border-line border-b font-semibold text-sm">
          <span className="grow">{t('market.verifiedOnly')}</span>
          <input
            type="checkbox"
            name="verified"
            value="1"
            defaultChecked={filters.verified === true}
            className="size-4.5 accent-seal"
          />
        </label>
      )}
      <Group title={t(tab === 'tutors' ? 'market.budget' : 'market.group.price')} open>
        <div className="grid grid-cols-[1fr_auto_1fr] items-end gap-2 pb-3">
          <PriceInput name="price_min" label={t('market.priceFrom')} value={filters.price_min} />
          <span aria-hidden className="pb-2.5 text-ink-2">
            –
          </span>
          <PriceInput name="price_max" label={t('market.priceTo')} value={filters.price_max} />
        </div>
      </Group>
      {listGroups.map((group) => (
        <Group
          key={group}
          title={t(`market.group.${group}`)}
          chosen={chosenNames(choices[group], filters)}
          // What is chosen stands in the line of its group, so only who has chosen nothing finds one open.
          open={group === 'region' && inUse.length === 0}
        >
          <Choices
            key={choices[group].map(({ options }) => options).join()}
            blocks={choices[group]}
            filters={filters}
          />
        </Group>
      ))}
      <Group title={t('market.group.gender')} open={inUse.includes('gender')}>
        <GenderChoices filters={filters} />
      </Group>
      {children}
    </form>
  );
}

const read = (form: HTMLFormElement) =>
  readFilters(new URLSearchParams(new FormData(form) as unknown as Record<string, string>));

/**
 * Reports what is chosen, and updates the fields from the URL. The fields are uncontrolled, so they keep the
 * focus.
 */
function useChoices(form: RefObject<HTMLFormElement | null>, { filters, onChoose }: FilterFormProps) {
  const reportChoice = useEffectEvent((element: HTMLFormElement) => onChoose(read(element)));
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    // The native event: React's fires with every key, and not at all for fields inserted as HTML.
    const onFormChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement) tickTogether(target);
      reportChoice(element);
    };
    element.addEventListener('change', onFormChange);
    return () => element.removeEventListener('change', onFormChange);
  }, [form]);

  const isHydrated = useHydrated();
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whether the server drew the fields matters once
  useEffect(() => {
    const element = form.current;
    const wasFirst = isFirst.current;
    isFirst.current = false;
    // What was chosen before the script ran counts as chosen now.
    if (element && wasFirst && !isHydrated && writeFilters(read(element)) !== writeFilters(filters)) {
      reportChoice(element);
      return;
    }
    for (const field of element?.elements ?? []) {
      if (!(field instanceof HTMLInputElement) || field.type === 'hidden') continue;
      const value = filters[field.name as keyof Filters];
      if (field.type === 'checkbox')
        field.checked = Array.isArray(value)
          ? field.value.split(',').every((id) => value.includes(Number(id)))
          : value === true;
      else if (field.type === 'radio') field.checked = field.value === (value ?? '');
      else if (field !== document.activeElement) field.value = String(value ?? '');
    }
  }, [form, filters]);
}

/** The box of a whole area ticks its districts; a district that is taken back unticks it. */
function tickTogether(changed: HTMLInputElement) {
  const boxes = [...(changed.closest('fieldset')?.querySelectorAll('input') ?? [])];
  const whole = boxes.find(({ value }) => value.includes(','));
  if (!whole) return;
  const single = boxes.filter((box) => box !== whole);
  if (changed === whole) for (const box of single) box.checked = whole.checked;
  else whole.checked = single.every((box) => box.checked);
}

const chosenNames = (blocks: readonly ChoiceBlock[], filters: Filters) =>
  blocks
    .filter(({ name }) => filters[name].length > 0)
    .flatMap((block) =>
      isWholeArea(block, filters)
        ? [block.legend]
        : optionsOf(block)
            .filter(([id]) => filters[block.name].includes(id))
            .map(([, option]) => option),
    );

const chevron = {
  icon: ChevronDown,
  size: '1.125rem',
  className: 'shrink-0 text-ink-2 transition-transform group-open:rotate-180',
};

function Group(props: { title: string; chosen?: readonly string[]; open: boolean; children: ReactNode }) {
  const { title, chosen = [], children } = props;
  const t = useTranslate();
  // Only the initial state; the visitor opens and closes it from then on.
  const [open] = useState(props.open);
  return (
    <details open={open} className="group border-line border-b">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 font-semibold text-sm marker:content-none">
        <span className="shrink-0">{title}</span>
        <span className="min-w-0 grow truncate text-right font-normal text-ink-2 text-xs">
          {chosen.join(t('market.and'))}
        </span>
        <CachedIcon look={chevron} />
      </summary>
      {children}
    </details>
  );
}

const choicesClass =
  'pb-3 [&_div]:grid [&_div]:grid-cols-2 [&_div]:gap-x-2 [&_[data-long]]:grid-cols-1 [&_[data-whole]]:col-span-2 [&_input]:size-4.5 [&_input]:shrink-0 [&_input]:accent-seal [&_label]:flex [&_label]:min-h-11 [&_label]:cursor-pointer [&_label]:items-center [&_label]:gap-2 [&_label]:py-1 [&_label]:text-sm [&_label]:leading-snug [&_legend]:pt-1 [&_legend]:text-ink-2 [&_legend]:text-xs';

/**
 * A hundred checkboxes are inserted as an HTML string: as React elements they would cost more than the list
 * beside them.
 */
function Choices({ blocks, filters }: { blocks: readonly ChoiceBlock[]; filters: Filters }) {
  const t = useTranslate();
  // Only the initial HTML; useChoices follows the URL.
  const [inside] = useState(() =>
    blocks.some(({ name }) => filters[name].length > 0)
      ? choicesHtml(blocks, t, filters)
      : nothingChosen(blocks, t),
  );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped below
  return <div className={choicesClass} dangerouslySetInnerHTML={inside} />;
}

function choicesHtml(blocks: readonly ChoiceBlock[], t: Translate, filters: Filters) {
  const legends = [...new Set(blocks.map(({ legend }) => legend))];
  const html = legends.map((legend) => {
    const under = blocks.filter((block) => block.legend === legend);
    return groupHtml(legend, under, filters, t('market.wholeArea', { area: legend }));
  });
  return { __html: html.join('') };
}
const nothingChosen = oncePer((blocks: readonly ChoiceBlock[], t: Translate) =>
  choicesHtml(blocks, t, noFilters),
);

/** In two columns, words longer than this would be broken. */
const longName = 16;

function groupHtml(legend: string, blocks: readonly ChoiceBlock[], filters: Filters, whole: string) {
  const options = blocks.flatMap((block) =>
    optionsOf(block).map(([id, label]) => ({ name: block.name, id, label })),
  );
  const boxes = options.map(({ name, id, label }) =>
    checkboxHtml(name, id, label, filters[name].includes(id)),
  );
  // The ids of a whole area are one value, so its box also works without a script.
  const [area] = blocks;
  if (area?.name === 'region')
    boxes.unshift(
      checkboxHtml('region', options.map(({ id }) => id).join(), whole, isWholeArea(area, filters)).replace(
        '<label',
        '<label data-whole',
      ),
    );
  const isLong = area?.name !== 'region' && options.some(({ label }) => label.length > longName);
  const inside = `<div${isLong ? ' data-long' : ''}>${boxes.join('')}</div>`;
  return legend ? `<fieldset><legend>${escaped(legend)}</legend>${inside}</fieldset>` : inside;
}

const checkboxHtml = (name: IdFilter, id: number | string, label: string, checked: boolean) =>
  `<label><input type="checkbox" name="${name}" value="${id}"${checked ? ' checked' : ''}>${escaped(label)}</label>`;

function GenderChoices({ filters }: { filters: Filters }) {
  const t = useTranslate();
  const options = [
    ['', t('market.anyGender')],
    ['F', t('market.woman')],
    ['M', t('market.man')],
  ] as const;
  return (
    <div className="flex gap-5 pb-3">
      {options.map(([value, label]) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
          <input
            type="radio"
            name="gender"
            value={value}
            defaultChecked={(filters.gender ?? '') === value}
            className="size-4.5 accent-seal"
          />
          {label}
        </label>
      ))}
    </div>
  );
}

function PriceInput({ name, label, value }: { name: string; label: string; value: number | null }) {
  return (
    <label className="grid gap-1 text-ink-2 text-xs">
      {label}
      <span className="relative">
        <span
          aria-hidden
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-ink-2 text-sm"
        >
          HK$
        </span>
        <input
          name={name}
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          defaultValue={value ?? ''}
          className={`${controlClass} pl-12`}
        />
      </span>
    </label>
  );
}
