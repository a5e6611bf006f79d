-- What a conversation tells about itself beyond the ground: put aside for a while, written ahead to, a wish in plain words, and
-- who did something to it last.
alter table conversations add column snoozed_until timestamptz;
alter table conversations add column scheduled_for timestamptz;
alter table conversations add column asked_to_stop boolean not null default false;
alter table conversations add column changed_by text;
