-- The sequence number of the change that last touched the row, as conversations and messages have it: a browser merges
-- a page and the stream by it. 0 is a row that no event has shown yet.
alter table patients add column version bigint not null default 0;
alter table appointments add column version bigint not null default 0;
