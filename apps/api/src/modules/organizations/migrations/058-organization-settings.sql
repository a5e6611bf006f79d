-- What an organization sets, by the name of the setting. A setting that was never saved has no row.
create table organization_settings (
  organization_id text not null references organizations (id),
  name text not null,
  value jsonb not null,
  version int not null default 1,
  primary key (organization_id, name)
);
select isolate_tenant('organization_settings');
grant select, insert, update on organization_settings to foyer_app;
grant select on organization_settings to foyer_system;

insert into organization_settings (organization_id, name, value)
  select organization_id, 'inbox', jsonb_build_object('businessHours', business_hours, 'afterHours', after_hours,
    'quietHours', quiet_hours, 'helpMessage', help_message)
  from inbox_settings;

-- An API of the release before reads and writes inbox_settings. While both run, each sees what the other one wrote.
create function keep_inbox_setting_in_step() returns trigger language plpgsql as $$
begin
  -- The write that this function makes calls it again.
  if pg_trigger_depth() > 1 then return null; end if;
  if tg_table_name = 'inbox_settings' then
    insert into organization_settings as known (organization_id, name, value)
      values (new.organization_id, 'inbox', jsonb_build_object('businessHours', new.business_hours,
        'afterHours', new.after_hours, 'quietHours', new.quiet_hours, 'helpMessage', new.help_message))
      on conflict (organization_id, name) do update set value = excluded.value, version = known.version + 1;
  elsif new.name = 'inbox' then
    insert into inbox_settings (organization_id, business_hours, after_hours, quiet_hours, help_message)
      values (new.organization_id, new.value -> 'businessHours', new.value -> 'afterHours', new.value -> 'quietHours',
        new.value ->> 'helpMessage')
      on conflict (organization_id) do update set business_hours = excluded.business_hours,
        after_hours = excluded.after_hours, quiet_hours = excluded.quiet_hours, help_message = excluded.help_message;
  end if;
  return null;
end $$;
create trigger inbox_setting_in_step after insert or update on inbox_settings
  for each row execute function keep_inbox_setting_in_step();
create trigger inbox_setting_in_step after insert or update on organization_settings
  for each row execute function keep_inbox_setting_in_step();
