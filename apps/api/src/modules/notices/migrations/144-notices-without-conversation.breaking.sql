-- Automations tell of what has no conversation, such as a patient who was imported.
alter table staff_notices alter column conversation_id drop not null;
