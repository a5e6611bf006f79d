-- Requests for a new password are leased like the rows of every other queue: one that fails no longer stands before all others.
alter table password_asks
  add column due_at timestamptz not null default now(),
  add column leased_until timestamptz,
  add column leased_by text;
create index password_asks_due on password_asks (due_at);
