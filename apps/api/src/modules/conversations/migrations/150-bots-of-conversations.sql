-- The chatbot that answers a conversation now: its session, flow and block, as lists show them.
alter table conversations add column bot jsonb;
-- What a text of a chatbot asks, and the automation or the chatbot that wrote a message.
alter table messages
  add column prompt jsonb,
  add column via jsonb;
