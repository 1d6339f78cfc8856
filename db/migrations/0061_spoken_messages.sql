-- Messages of a voice call: said or typed in it, and answered aloud.
alter table chat_messages add column is_spoken boolean not null default false;
