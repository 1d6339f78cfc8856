import { bothLists } from '#web/domains/reference/subjects.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { keepUnits } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import type { TutorStepProps } from '../tutor-step-props.ts';
import type { SubjectRow } from '../tutor-values.ts';
import { type Alike, feeRange, feesLike, fewestFees, middleHalf, reaching } from './fee-figures.ts';

/** Of more subjects, nobody would read the figures. */
const mostSubjects = 5;
/** The newest ones are enough. */
const mostRead = 100;

type FeeHelpProps = Pick<TutorStepProps, 'lists' | 'values'> & {
  /** The tutor's own listing, which is not counted. */
  ownId: number | undefined;
};

const alikeWords = {
  both: 'tutorForm.feesAskedAlike',
  education: 'tutorForm.feesAskedEducation',
  all: 'tutorForm.feesAsked',
} as const satisfies Record<Alike, string>;

/**
 * What families offer here for the subjects and grades of this tutor, and what tutors alike ask, as it is today. Where
 * too few do, that is said.
 */
export function FeeHelp({ lists, values, ownId }: FeeHelpProps) {
  const t = useTranslate();
  const rows = values.subject_grades
    .filter(({ subject, grade }) => subject !== null && grade.length > 0)
    .slice(0, mostSubjects);
  const isInPerson = lists.types.some(({ id, is_online }) => !is_online && values.tutoring_type.includes(id));
  const regions = isInPerson ? [...new Set([...values.tutoring_region, ...values.travel_region])] : [];
  const { value, problem, reading, reload } = useRemote({
    key: JSON.stringify([regions, rows.map(({ subject, grade }) => [subject, grade])]),
    read: (api) => Promise.all(rows.map((row) => readFees(api, row, regions, ownId))),
    when: rows.length > 0,
  });
  if (rows.length === 0) return <p className="-mt-3 text-ink-2 text-sm">{t('tutorForm.feesNeedSubject')}</p>;
  const subjects = bothLists(lists.majors, lists.others);
  return (
    <Card as="section" className="grid gap-3 bg-paper-2">
      <h3 className="text-base">{t('tutorForm.feesTitle')}</h3>
      {!value && problem === undefined && (
        <Loading>
          <Skeleton className="h-20 w-full" />
        </Loading>
      )}
      {!value && problem !== undefined && (
        <ErrorState drawing={null} level={4} onRetry={reload} retrying={reading} />
      )}
      {value && (
        <>
          <p className="-mt-2 text-ink-2 text-xs">{t('tutorForm.feesHow')}</p>
          {value.map((fees) => (
            <div key={fees.subject} className="border-line border-t pt-2 text-sm">
              <h4 className="font-sans font-semibold text-sm">
                {subjects.find(({ id }) => id === fees.subject)?.name}
              </h4>
              <SubjectFees fees={fees} values={values} />
            </div>
          ))}
        </>
      )}
    </Card>
  );
}

function SubjectFees({ fees, values }: { fees: Fees; values: TutorStepProps['values'] }) {
  const t = useTranslate();
  const { offers, isHere, tutors, table } = fees;
  const { price_min: lowest } = values;
  const [offered, asked] = [middleHalf(offers), feesLike(values, tutors)];
  const lines = [
    offered &&
      t(isHere ? 'tutorForm.feesOfferedHere' : 'tutorForm.feesOffered', {
        range: feeRange(offered),
        count: offered.count,
      }),
    table &&
      t(table.isSure ? 'tutorForm.feesTable' : 'tutorForm.feesTableUnsure', { range: feeRange(table) }),
    asked
      ? t(alikeWords[asked.alike], { range: feeRange(asked.fees), count: asked.fees.count })
      : t('tutorForm.feesAskedFew'),
    offered &&
      lowest !== null &&
      t('tutorForm.feesReach', { count: offers.length, reach: reaching(offers, lowest), fee: lowest }),
  ].filter((line) => typeof line === 'string');
  return lines.map((line) => <p key={line}>{keepUnits(line)}</p>);
}

type Fees = Awaited<ReturnType<typeof readFees>>;

async function readFees(
  api: Api,
  { subject, grade }: SubjectRow,
  regions: readonly number[],
  ownId: number | undefined,
) {
  const id = subject ?? 0;
  const query = {
    grade: grade.join(),
    ...(id > 0 ? { major_subject: `${id}` } : { other_subject: `${-id}` }),
    page_size: mostRead,
  };
  const offersIn = async (where: { region?: string }) => {
    const { list } = await api('GET /api/common_info/parent_case', { query: { ...query, ...where } });
    return list.flatMap(({ price }) => price ?? []);
  };
  const [here, tutors] = await Promise.all([
    offersIn(regions.length > 0 ? { region: regions.join() } : {}),
    api('GET /api/common_info/teacher_case', { query }),
  ]);
  const isHere = regions.length > 0 && here.length >= fewestFees;
  const offers = isHere || regions.length === 0 ? here : await offersIn({});
  return {
    subject: id,
    offers,
    isHere,
    tutors: tutors.list.filter((tutor) => tutor.id !== ownId),
    table: offers.length < fewestFees ? await readTable(api, id, grade) : undefined,
  };
}

/** Where too few families offer: the usual fees of the lowest and the highest of the grades. */
async function readTable(api: Api, subject: number, grades: readonly number[]) {
  const ends = [...new Set([Math.min(...grades), Math.max(...grades)])];
  const bands = await Promise.all(
    ends.map((grade) => {
      const child = subject > 0 ? { grade, major_subject: [subject] } : { grade, other_subject: [-subject] };
      return api('POST /api/algorithms/price_recommender', { body: { draft: { child_info: [child] } } });
    }),
  );
  return {
    low: Math.min(...bands.map(({ p25 }) => p25)),
    high: Math.max(...bands.map(({ p75 }) => p75)),
    isSure: bands.every(({ confidence }) => confidence !== 'low'),
  };
}
