-- A session knows the message that introduced its assistant, which may not leave before the patient writes again, and when it
-- spoke of late, in milliseconds: its own cap of an hour. A session that began before counts from now on.
alter table chatbot_sessions
  add column introduced_in text,
  add column spoke_at jsonb not null default '[]';
