import type { Request } from '#web/domains/interest/load-requests.ts';
import { reviewsInWords, teachingInWords } from '#web/domains/market/tutor-view.ts';
import { badgeName } from '#web/domains/trust/badge-words.ts';
import type { Api } from '#web/ground/api/api.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { orNone } from '#web/ground/routing/page-loader.ts';

/** What the public knows of the tutors who apply to the family: what is verified, experience and reviews. */
export async function loadApplicants(api: Api, t: Translate | undefined, requests: readonly Request[]) {
  const ids = new Set(
    requests.flatMap(({ isFamily, isMine, listing_id }) => (isFamily && !isMine && listing_id) || []),
  );
  if (!t || ids.size === 0) return new Map<number, { verified: string[]; facts: string }>();
  const [experiences, ...cards] = await Promise.all([
    api('GET /api/common_info/experience'),
    // Who has left the list still waits for an answer.
    ...[...ids].map((id) => orNone(api('GET /api/common_info/teacher_case/{id}', { params: { id } }))),
  ]);
  return new Map(
    cards.flatMap((card) =>
      card
        ? [
            [
              card.id,
              {
                verified: [...new Set(card.badges.map((badge) => badgeName(t, badge)))],
                facts: [
                  teachingInWords(t, { experiences: experiences.list }, card.experience),
                  card.rating ? `★ ${reviewsInWords(t, card)}` : t('card.notRated'),
                ]
                  .filter(Boolean)
                  .join(' ・ '),
              },
            ] as const,
          ]
        : [],
    ),
  );
}
