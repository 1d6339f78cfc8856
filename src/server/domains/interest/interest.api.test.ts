import { describe, expect, test } from 'vitest';
import { type Family, marketOf, match, type Tutor } from '#tests/market.ts';
import { serve } from '#tests/serve.ts';

const market = marketOf(
  await serve({ environment: { MAX_PENDING_APPLICATIONS: '2', MAX_PENDING_INVITATIONS: '2' } }),
);
const { call, family, tutor, act, apply, invite, accept, noticeKindsOf: toldTo, statusOf, query } = market;

const at = (weekday: number, start: string) => ({ weekday, start });
const wednesday = [at(3, '17:00')];

describe('applying and inviting', () => {
  test('a tutor applies: the family is notified, and both see the offer with every fee', async () => {
    const [asked, asking] = [await family(), await tutor()];
    const { code, data } = await apply(asking, asked, { slots: wednesday, price: 300 });
    expect(code).toBe(0);
    expect(data).toMatchObject({
      case_id: asked.caseId,
      listing_id: asking.listingId,
      my_side: 'tutor',
      asked_by: 'tutor',
      status: 'pending',
      price: 300,
      slots: wednesday,
      fees: [
        { name: 'platform_fee', payer: 'family', amount: 0, per: 'match' },
        { name: 'platform_fee', payer: 'tutor', amount: 0, per: 'match' },
        { name: 'hourly_price', payer: 'family', amount: 300, per: 'hour' },
      ],
      match_id: null,
      decided_at: null,
    });
    const seen = await call(asked, `GET /api/users/interests/${data.id}`);
    expect(seen.data).toEqual({
      ...data,
      my_side: 'family',
      tutor: { display_name: '陳', portrait: 'drawn-3' },
      // The tutor is not told what the family calls the child.
      children: ['小明'],
    });
    expect(data.children).toEqual([]);
    expect(await toldTo(asked)).toEqual(['interest_applied']);
    expect(await toldTo(asking)).toEqual([]);
  });

  test('a line of one’s own is stored as written, and covered until both share their contacts', async () => {
    const [asking, asked] = [await family(), await tutor()];
    const message = '小三數學，可致電 9123 4567 陳太';
    const { data } = await invite(asking, asked, { message });
    for (const person of [asking, asked]) {
      const seen = await call(person, `GET /api/users/interests/${data.id}`);
      expect(seen.data.message).toContain('小三數學');
      expect(seen.data.message).not.toContain('9123');
    }
    const [stored] = await query('select message from interests where id = $1', [data.id]);
    expect(stored.message).toBe(message);
    expect(await invite(await family(), asked, { message: '字'.repeat(301) })).toMatchObject({ code: 1001 });
    const made = await accept(asked, data.id);
    for (const person of [asking, asked])
      await call(person, `PUT /api/users/matches/${made.data.match_id}/contact`, { agree: true });
    expect((await call(asked, `GET /api/users/interests/${data.id}`)).data.message).toBe(message);
  });

  test('who waits is told kindly that another was chosen, of which case, and the family how many', async () => {
    const [asking, chosen, applied, invited] = [await family(), await tutor(), await tutor(), await tutor()];
    const first = await apply(chosen, asking);
    await apply(applied, asking);
    await invite(asking, invited);
    const [offered] = (await call(asking, 'GET /api/users/interests')).data.list;
    expect(offered).toMatchObject({ others_waiting: 2, case: { price: 280 } });
    await accept(asking, first.data.id);
    for (const person of [applied, invited]) {
      const [told] = (await call(person, 'GET /api/users/notices')).data.list;
      expect(told).toMatchObject({ kind: 'interest_closed', text: expect.stringContaining('another tutor') });
      expect(told.about).toMatch(/\w/);
    }
    const [told] = (await call(asking, 'GET /api/users/notices')).data.list;
    expect(told).toMatchObject({ kind: 'match_made', text: expect.stringContaining('2 other tutors') });
    expect(told.about).toContain('・');
  });

  test('what an offer starts from is told to the two whom it concerns', async () => {
    const [asking, asked, stranger] = [
      await family({ match_time: [at(3, '17:00'), at(3, '17:30'), at(5, '18:00')] }),
      await tutor({ match_time: [at(3, '17:00'), at(3, '17:30'), at(6, '10:00')] }),
      await tutor(),
    ];
    const path = `GET /api/users/interest_facts?case_id=${asking.caseId}&listing_id=${asked.listingId}`;
    const both = [at(3, '17:00'), at(3, '17:30')];
    expect((await call(asking, path)).data).toMatchObject({
      ...{ common: both, case_price: 280, price_min: expect.any(Number), price_max: expect.any(Number) },
    });
    expect((await call(asked, path)).data).toMatchObject({ common: both, applied: 0 });
    expect(await call(stranger, path)).toMatchObject({ status: 404 });
    await call(asking, `PUT /api/users/case_offline/${asking.caseId}`);
    expect(await call(asked, path)).toMatchObject({ status: 404 });
  });

  test('a tutor sees how many have applied, and what of the wishes of the case the listing lacks', async () => {
    const asking = await family({ teacher_gender: 'F', teacher_education: 8 });
    const [one, other] = [
      await tutor({ gender: 'M', education: 4 }),
      await tutor({ gender: 'F', education: 8 }),
    ];
    const factsOf = async (person: typeof one) =>
      (
        await call(
          person,
          `GET /api/users/interest_facts?case_id=${asking.caseId}&listing_id=${person.listingId}`,
        )
      ).data;
    expect((await factsOf(one)).lacks).toEqual(expect.arrayContaining(['gender', 'education']));
    expect((await factsOf(other)).lacks).not.toEqual(expect.arrayContaining(['gender']));
    await apply(other, asking);
    expect(await factsOf(one)).toMatchObject({ applied: 1 });
  });

  test('a family invites a tutor', async () => {
    const [asking, asked] = [await family(), await tutor()];
    expect(await invite(asking, asked)).toMatchObject({ data: { asked_by: 'family', my_side: 'family' } });
    expect(await toldTo(asked)).toEqual(['interest_invited']);
  });

  test('an unanswered invitation shows no more of the tutor’s name than the surname', async () => {
    const [asking, asked] = [await family(), await tutor({ display_name: '林小明' })];
    const { data } = await invite(asking, asked);
    expect(data.tutor).toEqual({ display_name: '林', portrait: 'drawn-3' });
    const { list } = (await call(asking, 'GET /api/users/interests')).data;
    expect(list[0].tutor).toEqual({ display_name: '林', portrait: 'drawn-3' });
    expect((await call(asked, `GET /api/users/interests/${data.id}`)).data.tutor.display_name).toBe('林小明');
  });

  test('the price is the offered one, else the price of the case, else the tutor’s lowest', async () => {
    const cheap = await tutor({ price_min: 210 });
    const priceOf = async (form: object, offer = {}) =>
      (await apply(cheap, await family(form), offer)).data?.price;
    expect(await priceOf({ price: 280 })).toBe(280);
    expect(await priceOf({ price: null })).toBe(210);
    const other = await tutor();
    expect((await apply(other, await family(), { price: 333 })).data.price).toBe(333);
    expect((await apply(other, await family(), { price: 49 })).code).toBe(1001);
  });

  test('a repeated application is stored once and notifies once', async () => {
    const [asked, asking] = [await family(), await tutor()];
    const answers = await Promise.all([apply(asking, asked), apply(asking, asked), apply(asking, asked)]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await toldTo(asked)).toEqual(['interest_applied']);
  });

  test('a user can neither apply to nor be invited to their own case', async () => {
    const both = await family();
    const { rows } = await market.database.pool.query(
      `insert into tutor_listings (user_id, display_name, gender, education_id, experience_id, region_ids,
         travel_region_ids, tutoring_type_ids, teaching_language_ids, match_slots, price_min, price_max, introduction)
       select $1, 'x', 'F', 1, 1, '{}', '{}', '{}', '{}', '{}', 200, 300, '' returning id`,
      [both.id],
    );
    const listingId = Number(rows[0].id);
    expect(await invite(both, { listingId })).toMatchObject({ status: 409, code: 2305 });
    expect(await apply({ ...both, listingId }, both)).toMatchObject({ status: 409, code: 2305 });
  });

  test('only a tutor with a visible listing can apply or be invited', async () => {
    const someone = await family();
    expect(await apply({ ...someone, listingId: 0 }, await family())).toMatchObject({ code: 2306 });
    const hidden = await tutor({ is_listed: false });
    expect(await apply(hidden, someone)).toMatchObject({ code: 2306 });
    expect(await invite(someone, hidden)).toMatchObject({ status: 404, code: 1005 });
    expect(await invite(someone, { listingId: 9_999_999 })).toMatchObject({ code: 1005 });
  });

  test('a family cannot invite to another family’s case, and an unknown case is not found', async () => {
    const [mine, other, asked] = [await family(), await family(), await tutor()];
    expect(await invite({ ...other, caseId: mine.caseId }, asked)).toMatchObject({ status: 404, code: 1005 });
    expect(await apply(asked, { caseId: 9_999_999 })).toMatchObject({ code: 1005 });
    expect(await call(undefined, 'POST /api/users/interest', {})).toMatchObject({ code: 3002 });
    expect(await act(asked, { action: 'marry', case_id: mine.caseId })).toMatchObject({ code: 1001 });
  });

  test('pending applications of a tutor and pending invitations of a case are limited', async () => {
    const busy = await tutor();
    await apply(busy, await family());
    await apply(busy, await family());
    const third = await family();
    expect(await apply(busy, third)).toMatchObject({ code: 2008, data: { limit: 2 } });
    const facts = `GET /api/users/interest_facts?case_id=${third.caseId}&listing_id=${busy.listingId}`;
    expect((await call(busy, facts)).data).toMatchObject({ pending: 2, pending_limit: 2 });
    expect((await call(third, facts)).data).toMatchObject({ pending: 0, pending_limit: 2 });
    const popular = await family();
    await invite(popular, await tutor());
    const last = await invite(popular, await tutor());
    expect(await invite(popular, await tutor())).toMatchObject({ code: 2008, data: { limit: 2 } });
    await act(popular, { action: 'withdraw', interest_id: last.data.id });
    expect(await invite(popular, await tutor())).toMatchObject({ code: 0 });
  });

  test('the limit holds for concurrent applications', async () => {
    const busy = await tutor();
    const cases = await Promise.all(Array.from({ length: 6 }, () => family()));
    const answers = await Promise.all(cases.map((one) => apply(busy, one)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(2);
  });

  test('how soon a tutor answers invitations is told once three were answered', async () => {
    const asked = await tutor();
    const within = async () =>
      (await call(undefined, `GET /api/common_info/teacher_case/${asked.listingId}`)).data.answers_within;
    for (const hours of [1, 30, 5]) {
      expect(await within()).toBeNull();
      const inviting = await family();
      const { data } = await invite(inviting, asked);
      await act(asked, { action: 'decline', interest_id: data.id });
      await query(`update interests set asked_at = decided_at - make_interval(hours => $2) where id = $1`, [
        data.id,
        hours,
      ]);
    }
    expect(await within()).toBe(5);
  });

  test('after a refusal the same side cannot ask again for a while, but the other side can', async () => {
    const [asked, asking] = [await family(), await tutor()];
    const { data } = await apply(asking, asked);
    await act(asked, { action: 'decline', interest_id: data.id });
    expect(await apply(asking, asked)).toMatchObject({ status: 429, code: 2308 });
    expect(await invite(asked, asking)).toMatchObject({ code: 0 });
  });

  test('applying and withdrawing repeatedly is limited, so that it cannot be used to flood with notices', async () => {
    const [asked, asking] = [await family(), await tutor()];
    for (let round = 0; round < 3; round++) {
      const { data } = await apply(asking, asked);
      await act(asking, { action: 'withdraw', interest_id: data.id });
    }
    expect(await apply(asking, asked)).toMatchObject({ code: 2308 });
  });
});

describe('answering', () => {
  test('accepting makes the match with the agreed price and times, and notifies everyone involved', async () => {
    const [asking, chosen, other, third] = [await family(), await tutor(), await tutor(), await tutor()];
    await apply(other, asking);
    await invite(asking, third);
    const { data } = await apply(chosen, asking, { slots: wednesday, price: 320 });
    const accepted = await accept(asking, data.id, { price: 320, slots: wednesday });
    expect(accepted.data).toMatchObject({ status: 'accepted', case: { status: 3 } });
    const made = await call(chosen, `GET /api/users/matches/${accepted.data.match_id}`);
    expect(made.data).toMatchObject({ status: 'trial', price: 320, slots: wednesday, my_side: 'tutor' });
    expect(await statusOf(asking.caseId)).toBe(3);
    expect(await toldTo(chosen)).toEqual(['match_made']);
    expect(await toldTo(other)).toEqual(['interest_closed']);
    expect(await toldTo(third)).toEqual(['interest_invited', 'interest_closed']);
    expect(await toldTo(asking)).toEqual(['interest_applied', 'interest_applied', 'match_made']);
    const { data: listing } = await call(chosen, 'GET /api/users/tutor_listing');
    expect(listing.listing.match_status).toBe(1);
  });

  test('an offer is accepted as it was seen, or not at all', async () => {
    const [asked, asking] = [await family(), await tutor()];
    const { data } = await apply(asking, asked, { slots: wednesday, price: 300 });
    expect(await accept(asked, data.id, { price: 250 })).toMatchObject({ code: 1012 });
    expect(await accept(asked, data.id, { slots: [at(3, '17:30')] })).toMatchObject({ code: 1012 });
    expect(await statusOf(asked.caseId)).toBe(1);
  });

  test('times left open are filled from the times that the other side offers', async () => {
    const [asked, asking] = [await family(), await tutor()];
    const { data } = await apply(asking, asked);
    expect(await accept(asked, data.id, { slots: [at(1, '09:00')] })).toMatchObject({ code: 2311 });
    const { data: accepted } = await accept(asked, data.id, { slots: wednesday });
    const { data: made } = await call(asked, `GET /api/users/matches/${accepted.match_id}`);
    expect(made.slots).toEqual(wednesday);
  });

  test('accepting twice answers the same match; the side that asked cannot accept', async () => {
    const [asked, asking] = [await family(), await tutor()];
    const { data } = await apply(asking, asked);
    expect(await accept(asking, data.id)).toMatchObject({ status: 403, code: 3006 });
    const first = await accept(asked, data.id);
    expect((await accept(asked, data.id)).data).toEqual(first.data);
    expect(await toldTo(asking)).toEqual(['match_made']);
  });

  test('an invitation to a tutor who has already applied makes the match, if both offer the same terms', async () => {
    const [one, two] = [await family(), await tutor()];
    const { data } = await apply(two, one);
    const mutual = await invite(one, two);
    expect(mutual.data).toMatchObject({ id: data.id, status: 'accepted' });
    // A repeated tap returns the existing match.
    expect((await invite(one, two)).data).toEqual(mutual.data);
    const [three, four] = [await family(), await tutor()];
    await invite(three, four, { slots: wednesday });
    expect(await apply(four, three, { slots: wednesday })).toMatchObject({ data: { status: 'accepted' } });
  });

  test('no match is made on terms that one side has not seen', async () => {
    const [one, two] = [await family(), await tutor()];
    const { data } = await apply(two, one, { price: 400 });
    const answer = await invite(one, two);
    expect(answer).toMatchObject({ status: 409, code: 2307, data: { interest_id: data.id } });
    const [three, four] = [await family(), await tutor()];
    await invite(three, four, { slots: [at(1, '09:00')] });
    expect(await apply(four, three)).toMatchObject({ code: 2307 });
    expect(await statusOf(three.caseId)).toBe(1);
  });

  test('the requested side can decline and the requesting side can withdraw, once', async () => {
    const [asked, asking] = [await family(), await tutor()];
    const { data } = await apply(asking, asked);
    const to = (action: string, interest_id = data.id) => ({ action, interest_id });
    expect(await act(asked, to('withdraw'))).toMatchObject({ code: 3006 });
    expect(await act(asking, to('decline'))).toMatchObject({ code: 3006 });
    expect(await act(asking, to('withdraw'))).toMatchObject({ data: { status: 'withdrawn' } });
    expect(await act(asking, to('withdraw'))).toMatchObject({ data: { status: 'withdrawn' } });
    expect(await act(asked, to('decline'))).toMatchObject({ status: 409, code: 2304 });
    expect(await accept(asked, data.id)).toMatchObject({ code: 2304 });
    expect(await toldTo(asked)).toEqual(['interest_applied', 'interest_withdrawn']);

    const { data: second } = await apply(asking, asked);
    const declining = { ...to('decline', second.id), message: ' 時間不合，電話 9123 4567，多謝。 ' };
    expect(await act(asked, declining)).toMatchObject({ data: { status: 'declined' } });
    expect(await act(asked, declining)).toMatchObject({ data: { status: 'declined' } });
    expect(await toldTo(asking)).toEqual(['interest_declined']);
    // The line of one's own is one message, covered as every other.
    const { data: said } = await call(asking, `GET /api/users/conversations/${second.id}/messages`);
    expect(said.list.map(({ text }: { text: string }) => text)).toEqual([
      expect.stringMatching(/^時間不合，電話 (?!.*9123).*多謝。$/),
    ]);
  });

  test('another user’s interest can be neither seen nor answered', async () => {
    const [asked, asking, stranger] = [await family(), await tutor(), await tutor()];
    const { data } = await apply(asking, asked);
    expect(await call(stranger, `GET /api/users/interests/${data.id}`)).toMatchObject({ code: 1005 });
    for (const action of ['accept', 'decline', 'withdraw'])
      expect(await act(stranger, { action, interest_id: data.id })).toMatchObject({ code: 1005 });
    expect((await call(stranger, 'GET /api/users/interests')).data.total).toBe(0);
  });
});

describe('concurrent requests', () => {
  test('two concurrent acceptances for one case: one succeeds, the other is only told that the case is taken', async () => {
    for (let round = 0; round < 2; round++) {
      const [asked, one, two] = [await family(), await tutor(), await tutor()];
      const invited = (await invite(asked, one)).data.id;
      const applied = (await apply(two, asked)).data.id;
      const answers = await Promise.all([accept(one, invited), accept(asked, applied)]);
      expect(answers.map(({ code }) => code).sort()).toEqual([0, 2302]);
      expect(answers.find(({ code }) => code === 2302).data).toBeNull();
      const rows = await query('select from matches where case_id = $1', [asked.caseId]);
      expect(rows).toHaveLength(1);
    }
  });

  test('two concurrent matches of one tutor at clashing times: one succeeds, the other changes nothing', async () => {
    for (let round = 0; round < 2; round++) {
      const [one, two, wanted] = [await family(), await family(), await tutor()];
      const slots = { slots: [...wednesday, at(3, '17:30')] };
      const others = { slots: [at(3, '17:30'), at(6, '10:00')] };
      // Either the tutor accepts both invitations, or each family accepts the tutor’s application.
      const byTutor = round % 2 === 0;
      const ask = byTutor ? invite : (who: Family, whom: Tutor, offer: object) => apply(whom, who, offer);
      const first = (await ask(one, wanted, slots)).data.id;
      const second = (await ask(two, wanted, others)).data.id;
      const answers = await Promise.all([
        accept(byTutor ? wanted : one, first),
        accept(byTutor ? wanted : two, second),
      ]);
      expect(answers.map(({ code }) => code).sort()).toEqual([0, 2303]);
      const lost = answers[0]?.code === 2303 ? { id: first, of: one } : { id: second, of: two };
      const still = await call(lost.of, `GET /api/users/interests/${lost.id}`);
      expect(still.data).toMatchObject({ status: 'pending', match_id: null, case: { status: 1 } });
      expect(await toldTo(lost.of)).toEqual(byTutor ? [] : ['interest_applied']);
    }
  });

  test('a database constraint refuses a second live match for a case', async () => {
    const [asked, one] = [await family(), await tutor()];
    await match(market, asked, one);
    const again = query(
      `insert into matches (interest_id, case_id, listing_id, family_user_id, tutor_user_id, price, slots)
       select interest_id + 100000, case_id, listing_id, family_user_id, tutor_user_id, price, slots
       from matches where case_id = $1`,
      [asked.caseId],
    );
    await expect(again).rejects.toThrow(/one_live_match_per_case/);
    const reopened = query(`update interests set status = 'pending', decided_at = null where case_id = $1`, [
      asked.caseId,
    ]);
    await expect(reopened).rejects.toThrow(/may not go from accepted to pending/);
  });
});

describe('lists', () => {
  test('cover both identities and can be filtered by side and status and paged', async () => {
    const [one, asking] = [await family(), await tutor()];
    const first = (await apply(asking, one)).data.id;
    const second = (await invite(await family(), asking)).data.id;
    await act(asking, { action: 'withdraw', interest_id: first });
    const ids = async (filter: string) =>
      (await call(asking, `GET /api/users/interests${filter}`)).data.list.map(({ id }: { id: number }) => id);
    expect(await ids('')).toEqual([second, first]);
    expect(await ids('?status=withdrawn')).toEqual([first]);
    expect(await ids('?side=family')).toEqual([]);
    expect(await ids('?side=tutor&page=2&page_size=1')).toEqual([first]);
    expect(await call(asking, 'GET /api/users/interests?status=x')).toMatchObject({ code: 1001 });
  });
});
