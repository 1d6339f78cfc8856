-- Free answers to a child in need are counted like trials: by account or device, and by address, as hashes for a day.
alter table chat_trials drop constraint chat_trials_scope_check;
alter table chat_trials add constraint chat_trials_scope_check
  check (scope in ('device', 'address', 'care_owner', 'care_address'));
