-- Sessions of chatbots: the snapshot of each is all that it takes to go on.
create table chatbot_sessions (
  organization_id text not null references organizations (id),
  id text not null,
  conversation_id text not null,
  flow_id text not null,
  version_number int not null,
  -- XState's snapshot; the context, with the answers, is erased some time after the end.
  value jsonb not null,
  context jsonb not null,
  node_id text,
  -- Rises with each step, so that a wake-up that comes late finds another one.
  step int not null,
  started_at timestamptz not null,
  -- When it came to its block.
  since timestamptz not null,
  language text not null,
  verified boolean not null,
  -- The texts that it sent, and what the patient wrote that was not understood.
  texts int not null,
  not_understood jsonb not null default '[]',
  due_at timestamptz,
  due_event text,
  ended_at timestamptz,
  ended_as text,
  leased_by text,
  leased_until timestamptz,
  attempts int not null default 0,
  primary key (organization_id, id),
  foreign key (organization_id, flow_id, version_number)
    references chatbot_versions (organization_id, flow_id, number),
  check ((ended_at is null) = (ended_as is null))
);
create unique index chatbot_sessions_running on chatbot_sessions (organization_id, conversation_id) where ended_at is null;
create index chatbot_sessions_of_conversation on chatbot_sessions (organization_id, conversation_id, started_at desc);
create index chatbot_sessions_of_flow on chatbot_sessions (organization_id, flow_id, ended_at);
create index chatbot_sessions_due on chatbot_sessions (due_at) where ended_at is null and due_at is not null;
create index chatbot_sessions_to_erase on chatbot_sessions (ended_at) where ended_at is not null and context <> '{}';

-- The blocks that sessions passed: ids alone, never a patient's word.
create table chatbot_passages (
  organization_id text not null,
  session_id text not null,
  position int not null,
  flow_id text not null,
  version_number int not null,
  node_id text not null,
  -- Null where the session ended.
  port text,
  entered_at timestamptz not null,
  left_at timestamptz not null,
  primary key (organization_id, session_id, position),
  foreign key (organization_id, session_id) references chatbot_sessions (organization_id, id)
);
create index chatbot_passages_of_flow on chatbot_passages (organization_id, flow_id, left_at);
create index chatbot_passages_by_age on chatbot_passages (left_at);

select isolate_tenant('chatbot_sessions');
select isolate_tenant('chatbot_passages');
grant select, insert, update on chatbot_sessions to foyer_app;
grant select, update on chatbot_sessions to foyer_system;
grant select, insert on chatbot_passages to foyer_app;
grant select, delete on chatbot_passages to foyer_system;

-- A person takes over by sending, assigning or closing, wherever that is done: the conversation then names no chatbot, and its
-- session ends in the same transaction. An undo names it again. The chatbot's own steps end the session before.
create function end_chatbot_session() returns trigger language plpgsql as $$
begin
  if old.bot is not null and (new.bot is null or new.bot->>'sessionId' <> old.bot->>'sessionId') then
    update chatbot_sessions set ended_at = now(), ended_as = 'takenOver', step = step + 1
    where organization_id = old.organization_id and id = old.bot->>'sessionId' and ended_at is null;
  end if;
  if new.bot is not null and old.bot is null then
    update chatbot_sessions set ended_at = null, ended_as = null
    where organization_id = new.organization_id and id = new.bot->>'sessionId' and ended_as = 'takenOver';
  end if;
  return null;
end $$;
create trigger end_chatbot_session after update of bot on conversations
  for each row when (old.bot is distinct from new.bot) execute function end_chatbot_session();
