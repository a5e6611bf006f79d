-- The counts of an organization by name, as every event carries them: a module that adds one needs no column.
alter table organization_heads add column counts jsonb not null default '{}';
update organization_heads set counts = jsonb_build_object('unreadMessages', unread_messages,
  'openRequests', open_requests, 'otherRequests', other_requests, 'openConciergeRequests', open_concierge_requests,
  'thumbsDown', thumbs_down);

-- An API of the release before reads and writes the five columns. While both run, each sees what the other one wrote.
create function keep_counts_in_step() returns trigger language plpgsql as $$
declare is_by_name boolean := new.counts <> case tg_op when 'INSERT' then '{}' else old.counts end;
begin
  if is_by_name then
    new.unread_messages := coalesce((new.counts ->> 'unreadMessages')::int, 0);
    new.open_requests := coalesce((new.counts ->> 'openRequests')::int, 0);
    new.other_requests := coalesce((new.counts ->> 'otherRequests')::int, 0);
    new.open_concierge_requests := coalesce((new.counts ->> 'openConciergeRequests')::int, 0);
    new.thumbs_down := coalesce((new.counts ->> 'thumbsDown')::int, 0);
  else
    new.counts := new.counts || jsonb_build_object('unreadMessages', new.unread_messages,
      'openRequests', new.open_requests, 'otherRequests', new.other_requests,
      'openConciergeRequests', new.open_concierge_requests, 'thumbsDown', new.thumbs_down);
  end if;
  return new;
end $$;
create trigger counts_in_step before insert or update on organization_heads
  for each row execute function keep_counts_in_step();
