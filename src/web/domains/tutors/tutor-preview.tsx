import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import type { TutorCard as Card } from '#shared/market.ts';
import { surnameOf } from '#shared/tutor-name.ts';
import { TutorCard } from '#web/domains/market/tutor-card.tsx';
import { tutorView } from '#web/domains/market/tutor-view.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { orNone } from '#web/ground/routing/page-loader.ts';
import { cardClass } from '#web/ui/card-style.ts';
import { cx } from '#web/ui/cx.ts';
import { OwnPortrait, useOwnPhoto } from './portrait/own-portrait.tsx';
import type { TutorLists } from './tutor-lists.ts';
import { bodyOf, type TutorValues } from './tutor-values.ts';

type TutorPreviewProps = { lists: TutorLists; values: TutorValues; ownId: number | undefined };

/** The card that families will find in their list, and the introduction of the page behind it. */
export default function TutorPreview({ lists, values, ownId }: TutorPreviewProps) {
  const t = useTranslate();
  const { photo } = useOwnPhoto();
  // What others have said and verified is on the card already, where the listing is on show.
  const { value: shown } = useRemote({
    read: (api) =>
      orNone(api('GET /api/common_info/teacher_case/{id}', { params: { id: ownId ?? 0 } })).then(knownOf),
    when: ownId !== undefined,
  });
  const grades = lists.stages.flatMap((stage) => stage.grades.map((one) => ({ ...one, stage: stage.id })));
  const names = { ...lists, grades, lengths: [] };
  const introduction = coverContacts(values.introduction.trim());
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{t('tutorForm.preview')}</h3>
      <p className="text-ink-2 text-sm">{t('tutorForm.previewText')}</p>
      <article className={cx(cardClass, 'hover:border-line')}>
        <TutorCard
          of={tutorView(t, names, values.school ? [values.school] : [], { ...cardOf(values), ...shown })}
          preview={
            <OwnPortrait
              photo={photo}
              drawn={values.drawn_portrait ?? null}
              name={values.display_name}
              className="size-14 text-2xl"
            />
          }
        />
        {introduction && (
          <p className="mt-3 whitespace-pre-line break-words border-line border-t pt-3 text-sm">
            {introduction}
          </p>
        )}
      </article>
    </section>
  );
}

const knownOf = (card: Card | undefined) =>
  card && {
    badges: card.badges,
    rating: card.rating,
    lessons_taught: card.lessons_taught,
    answers_within: card.answers_within,
  };

/** What is not filled in yet is left out of the card. */
function cardOf(values: TutorValues): Card {
  const body = bodyOf(values);
  return {
    ...body,
    id: 0,
    match_status: 2,
    surname: surnameOf(values.display_name),
    joined_on: '',
    is_sample: false,
    portrait: null,
    education: values.education ?? 0,
    experience: values.experience ?? 0,
    dse_results: values.dse_results.flatMap(({ major_subject, dse_level }) =>
      major_subject && dse_level ? [{ major_subject, dse_level }] : [],
    ),
    match_time: [],
    price_min: values.price_min ?? 0,
    price_max: values.price_max ?? 0,
    badges: [],
    rating: null,
    lessons_taught: 0,
    answers_within: null,
  };
}
