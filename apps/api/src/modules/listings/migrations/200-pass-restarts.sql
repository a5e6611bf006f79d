-- How often the full pass under way has started over because Google refused its page token.
alter table listing_locations add column pass_restarts int not null default 0;
