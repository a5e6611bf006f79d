-- Since when each step of a cadence is as it is. Steps that no row names have `saved_at`.
alter table reminder_plans add column in_force jsonb not null default '{"steps": {}, "types": {}}';
