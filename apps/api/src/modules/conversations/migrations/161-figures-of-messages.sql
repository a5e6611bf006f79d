-- The channel of a message's conversation, so that figures count by an index alone.
-- Null is a text.
alter table messages add column channel text;
create function name_channel_of_message() returns trigger language plpgsql as $$
begin
  new.channel := (
    select channel from conversations where organization_id = new.organization_id and id = new.conversation_id);
  return new;
end $$;
-- Programs of before this column give none.
create trigger messages_channel before insert on messages
  for each row when (new.channel is null) execute function name_channel_of_message();

alter table answered_waits
  -- In the hours that the clinic had then; null for a wait of before this column.
  add column open_seconds int,
  -- The text failed, so it ended no wait.
  add column failed boolean not null default false;
create function fail_answered_wait() returns trigger language plpgsql as $$
begin
  update answered_waits set failed = new.status in ('failed', 'undelivered')
  where organization_id = new.organization_id and message_id = new.id;
  return null;
end $$;
create trigger messages_fail_wait after update of status on messages
  for each row when (
    new.user_id is not null
    and (old.status in ('failed', 'undelivered')) is distinct from (new.status in ('failed', 'undelivered'))
  ) execute function fail_answered_wait();
grant update (failed) on answered_waits to foyer_app, foyer_system;
