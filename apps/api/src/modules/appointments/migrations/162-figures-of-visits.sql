alter table appointments
  -- It was confirmed once, and isn't any more.
  add column was_confirmed boolean not null default false,
  -- The start that it was booked for, once it was moved.
  add column moved_from timestamptz;
create function note_former_visit() returns trigger language plpgsql as $$
begin
  -- A confirmation that its author takes back was none.
  if coalesce(current_setting('app.undoes_visits', true), '') <> 'on'
    and ((old.confirmed_at is not null and new.confirmed_at is null)
      or (old.status = 'confirmed' and new.status <> 'confirmed')) then
    new.was_confirmed := true;
  end if;
  if new.starts_at <> old.starts_at then
    -- Back at its first start it was not moved, as after an undo.
    new.moved_from := nullif(coalesce(old.moved_from, old.starts_at), new.starts_at);
  end if;
  return new;
end $$;
create trigger appointments_former before update on appointments
  for each row when (old.starts_at <> new.starts_at or old.status <> new.status
    or old.confirmed_at is distinct from new.confirmed_at)
  execute function note_former_visit();

-- The patient confirmed after it: the newest that was sent about that start.
alter table reminders add column confirmed_at timestamptz;
create function confirm_newest_reminder() returns trigger language plpgsql as $$
begin
  update reminders set confirmed_at = new.confirmed_at
  where organization_id = new.organization_id and id = (
    select id from reminders
    where organization_id = new.organization_id and appointment_id = new.id and starts_at = new.starts_at
      and type = 'reminder' and status in ('queued', 'sent', 'delivered') and created_at <= new.confirmed_at
    order by created_at desc, id desc limit 1);
  return null;
end $$;
create trigger appointments_confirm_reminder after update of confirmed_at on appointments
  for each row when (new.confirmed_by = 'patient' and new.confirmed_at is not null and old.confirmed_at is null)
  execute function confirm_newest_reminder();
create function forget_undone_confirmation() returns trigger language plpgsql as $$
begin
  update reminders set confirmed_at = null
  where organization_id = new.organization_id and appointment_id = new.id and confirmed_at = old.confirmed_at;
  return null;
end $$;
create trigger appointments_forget_confirmation after update of confirmed_at on appointments
  for each row when (old.confirmed_at is not null and new.confirmed_at is null
    and current_setting('app.undoes_visits', true) = 'on')
  execute function forget_undone_confirmation();
