import type { Named } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';
import { oncePer } from '#web/ground/once-per.ts';
import { type Filters, type IdFilter, idFilters } from './filters.ts';
import type { Names } from './names.ts';

/** Choices under one heading, such as the districts of Kowloon. */
export type ChoiceBlock = {
  legend: string;
  name: IdFilter;
  /**
   * One line for each option, the id before the name: as separate values they would take more bytes than the
   * list of cards.
   */
  options: string;
};
export type ListGroup = 'region' | 'subject' | 'grade' | 'tutoring_type' | 'weekday';
export type FilterChoices = Record<ListGroup, ChoiceBlock[]>;

/** The options of the filters, in blocks. For loaders. */
export async function loadChoices(api: Api, names: Names): Promise<FilterChoices> {
  const [stages, subjectTypes, weekdays] = await Promise.all([
    api('GET /api/common_info/education_grade_view'),
    api('GET /api/common_info/subject_type'),
    api('GET /api/common_info/weekday'),
  ]);
  return {
    region: regionBlocks(names.regions),
    subject: subjectBlocks(subjectTypes.list, names.majors, names.others),
    grade: gradeBlocks(stages.list),
    tutoring_type: typeBlocks(names.types),
    weekday: weekdayBlocks(weekdays.list),
  };
}

const regionBlocks = oncePer((regions: Names['regions']) =>
  [...new Set(regions.map(({ area }) => area))].map((area) =>
    block(
      area,
      'region',
      regions.filter((region) => region.area === area),
    ),
  ),
);
/** Both lists of a kind stand under one heading. */
const subjectBlocks = oncePer(
  (types: readonly Named[], majors: readonly OfType[], others: readonly OfType[]) =>
    types
      .flatMap(({ id, name }) => {
        const isOfType = ({ subject_type }: OfType) => subject_type === id;
        return [
          block(name, 'major_subject', majors.filter(isOfType)),
          block(name, 'other_subject', others.filter(isOfType)),
        ];
      })
      .filter(({ options }) => options.length > 0),
);
type OfType = Named & { subject_type: number };
const gradeBlocks = oncePer((stages: readonly { name: string; grades: readonly Named[] }[]) =>
  stages.map(({ name, grades }) => block(name, 'grade', grades)),
);
const typeBlocks = oncePer((types: readonly Named[]) => [block('', 'tutoring_type', types)]);
const weekdayBlocks = oncePer((weekdays: readonly Named[]) => [block('', 'weekday', weekdays)]);

/** Subjects that the chosen grades teach; a subject that is chosen stays, so that it can be taken back. */
export function choicesFor(choices: FilterChoices, names: Names, filters: Filters): FilterChoices {
  if (filters.grade.length === 0) return choices;
  const lists = { major_subject: names.majors, other_subject: names.others };
  const subject = choices.subject
    .map((one) => {
      const name = one.name as keyof typeof lists;
      const isOffered = (id: number) =>
        filters[name].includes(id) ||
        lists[name].some(
          (item) => item.id === id && item.grades.some((grade) => filters.grade.includes(grade)),
        );
      return block(
        one.legend,
        name,
        optionsOf(one)
          .filter(([id]) => isOffered(id))
          .map(([id, option]) => ({ id, name: option })),
      );
    })
    .filter(({ options }) => options.length > 0);
  return { ...choices, subject };
}

const block = (legend: string, name: IdFilter, list: readonly Named[]): ChoiceBlock => ({
  legend,
  name,
  options: list.map(({ id, name: option }) => `${id} ${option}`).join('\n'),
});

export const optionsOf = oncePer(({ options }: ChoiceBlock) =>
  options.split('\n').map((line) => {
    const end = line.indexOf(' ');
    return [Number(line.slice(0, end)), line.slice(end + 1)] as const;
  }),
);

/** Whether a whole area is chosen, such as all of Kowloon; it then counts as one choice. */
export const isWholeArea = (block: ChoiceBlock, filters: Filters) =>
  block.name === 'region' && optionsOf(block).every(([id]) => filters.region.includes(id));

/** The name of an active filter option. */
export function choiceName(choices: FilterChoices, filter: IdFilter, id: number) {
  for (const blocks of Object.values(choices))
    for (const block of blocks) {
      const found = block.name === filter && optionsOf(block).find(([option]) => option === id);
      if (found) return found[1];
    }
}

/** Drops unknown ids: the user could neither see nor remove such a filter. */
export const knownFilters = (choices: FilterChoices, filters: Filters): Filters => ({
  ...filters,
  ...Object.fromEntries(
    idFilters.map((name) => [
      name,
      filters[name].filter((id) => choiceName(choices, name, id) !== undefined),
    ]),
  ),
});
