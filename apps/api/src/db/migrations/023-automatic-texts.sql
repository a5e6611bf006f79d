-- Texts that nobody wrote: which they are, what the way out may do with them, and when a clinic lets them go.

alter table messages add column automatic boolean not null default false;

-- Why a text is on its way out. What staff write always passes; an answer to what the patient just wrote goes at once;
-- what nobody asked for waits for the end of the patient's quiet hours; a farewell is the one text that reaches a number
-- which opted out.
alter table outbound_texts add column kind text not null default 'staff'
  check (kind in ('staff', 'answer', 'unasked', 'farewell'));

-- IANA; null is the organization's.
alter table patients add column timezone text;

-- What an organization set for its inbox; one that set nothing has no row.
create table inbox_settings (
  organization_id text primary key references organizations (id),
  business_hours jsonb not null,
  after_hours jsonb not null,
  quiet_hours jsonb not null,
  -- null says the clinic's name and number
  help_message text
);

-- When a conversation was last told that the clinic is closed.
create table after_hours_replies (
  organization_id text not null,
  conversation_id text not null,
  replied_at timestamptz not null,
  primary key (organization_id, conversation_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id)
    deferrable initially deferred
);

do $$
declare tenant text;
begin
  foreach tenant in array array['inbox_settings', 'after_hours_replies'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_organization on %I to foyer_app
      using (organization_id = nullif(current_setting(''app.org'', true), ''''))
      with check (organization_id = nullif(current_setting(''app.org'', true), ''''))', tenant);
  end loop;
end $$;
grant select, insert, update on inbox_settings, after_hours_replies to foyer_app;
