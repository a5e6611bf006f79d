-- When the automation was switched on: a text that the carrier delivers late may be older. Null: it was not told then.
alter table automation_spans add column on_since timestamptz;
