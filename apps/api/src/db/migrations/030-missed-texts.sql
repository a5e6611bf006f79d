-- Patients' texts that came while we were away: how far each organization's were looked for at the carrier.

create table missed_text_looks (
  organization_id text primary key references organizations (id),
  -- Nothing from before is looked for: what came then is nobody's to take in again.
  begun_at timestamptz not null,
  -- Everything until then is had; moves only after all of it was read and taken in.
  covered_until timestamptz not null,
  -- When it was last tried, whatever came of it.
  attempted_at timestamptz,
  due_at timestamptz not null default now(),
  leased_until timestamptz,
  leased_by text
);
alter table missed_text_looks enable row level security;
alter table missed_text_looks force row level security;
create policy above_organizations on missed_text_looks to foyer_system using (true) with check (true);
grant select, insert, update on missed_text_looks to foyer_system;

-- When a blocked number last said what it wants: the carrier's list shows us its words again, in whatever order.
alter table blocked_numbers add column wished_at timestamptz;
