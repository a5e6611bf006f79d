-- The automation or the chatbot that made a change, with its name at that time.
alter table conversation_history add column via jsonb;
