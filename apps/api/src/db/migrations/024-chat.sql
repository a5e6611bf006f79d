-- Chat from a clinic's web page: where it is offered, who chats, and how many came lately.

-- Sites whose pages may show the chat, as "https://clinic.example"; '*' is any, for a demo. None: the clinic offers no chat.
alter table organizations add column chat_sites text[] not null default '{}';

-- Known by a secret of which the digest alone is here.
create table chat_visitors (
  organization_id text not null references organizations (id),
  id text not null,
  secret_digest text not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);

-- New visitors of an address and of the whole organization, by a digest; over with their window.
create table chat_arrivals (
  organization_id text not null references organizations (id),
  key text not null,
  visitors integer not null,
  until timestamptz not null,
  primary key (organization_id, key)
);

do $$
declare tenant text;
begin
  foreach tenant in array array['chat_visitors', 'chat_arrivals'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_organization on %I to foyer_app
      using (organization_id = nullif(current_setting(''app.org'', true), ''''))
      with check (organization_id = nullif(current_setting(''app.org'', true), ''''))', tenant);
  end loop;
end $$;
grant select, insert on chat_visitors to foyer_app;
grant select, insert, update, delete on chat_arrivals to foyer_app;

-- A conversation in the order in which it joined the log: what a visitor missed.
create index messages_added on messages (organization_id, conversation_id, added_version);
