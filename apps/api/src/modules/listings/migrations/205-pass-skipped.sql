-- How many reviews the newest full pass saw and could not read.
alter table listing_locations add column pass_skipped int not null default 0;
