-- What happened to a conversation beside its messages, and what may be taken back of it.

-- Append-only. A position is given under the conversation's lock, so that a conversation's entries count 1, 2, 3, …
create table conversation_history (
  organization_id text not null references organizations (id),
  conversation_id text not null,
  position integer not null,
  at timestamptz not null,
  -- null is the patient, the carrier or the clockwork
  user_id text,
  kind text not null,
  -- ids, instants and words of the contract; never what anybody wrote
  details jsonb not null,
  primary key (organization_id, conversation_id, position),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id)
);

-- Of one action each conversation that it changed, with what it changed there: [{ conversationId, fields }].
create table undo_steps (
  organization_id text not null references organizations (id),
  id text not null,
  user_id text not null,
  made_at timestamptz not null,
  steps jsonb not null,
  primary key (organization_id, id)
);
create index undo_steps_made on undo_steps (made_at);

do $$
declare tenant text;
begin
  foreach tenant in array array['conversation_history', 'undo_steps'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_organization on %I to foyer_app
      using (organization_id = nullif(current_setting(''app.org'', true), ''''))
      with check (organization_id = nullif(current_setting(''app.org'', true), ''''))', tenant);
  end loop;
end $$;
grant select, insert on conversation_history to foyer_app;
grant select, insert, delete on undo_steps to foyer_app;
-- What can't be taken back any more is swept for all organizations at once.
create policy above_organizations on undo_steps to foyer_system using (true) with check (true);
grant select, delete on undo_steps to foyer_system;
