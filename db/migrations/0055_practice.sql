-- Practice: answers that were marked, the cards that come back, and how far each kind of question is mastered.
-- The questions themselves are files; `question_id` is their id there.

create table practice_mastery (
  user_id bigint not null references users,
  kind text not null check (length(kind) <= 40),
  -- 0 to 1; moved by answers that count, and by nothing else.
  mastery double precision not null default 0 check (mastery between 0 and 1),
  attempts integer not null default 0 check (attempts >= 0),
  correct integer not null default 0 check (correct between 0 and attempts),
  last_attempt_at timestamptz,
  primary key (user_id, kind)
);
create trigger owner_not_deleted before insert on practice_mastery
  for each row execute function refuse_deleted_owner();

create table practice_cards (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  question_id integer not null,
  kind text not null check (length(kind) <= 40),
  due_at timestamptz not null,
  -- What the scheduler (FSRS) remembers of a card.
  stability double precision not null default 0,
  difficulty double precision not null default 0,
  scheduled_days integer not null default 0,
  learning_steps integer not null default 0,
  reps integer not null default 0,
  lapses integer not null default 0,
  state smallint not null default 0 check (state between 0 and 3),
  last_review_at timestamptz,
  -- Null: put here by hand and never answered.
  last_answer_correct boolean,
  created_at timestamptz not null default now(),
  unique (user_id, question_id)
);
create index practice_cards_due on practice_cards (user_id, due_at, id);
create trigger owner_not_deleted before insert on practice_cards
  for each row execute function refuse_deleted_owner();

create table practice_attempts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- Made by the page: the same answer sent twice is one.
  client_key uuid not null,
  question_id integer not null,
  kind text not null check (length(kind) <= 40),
  answer text not null check (length(answer) <= 500),
  is_correct boolean not null,
  is_counted boolean not null,
  next_due_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (user_id, client_key)
);
create index practice_attempts_of_question on practice_attempts (user_id, question_id, created_at);
create trigger owner_not_deleted before insert on practice_attempts
  for each row execute function refuse_deleted_owner();
