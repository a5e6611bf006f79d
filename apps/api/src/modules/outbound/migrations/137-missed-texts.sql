-- When the first of two look-ups at the carrier did not find a campaign's text.
alter table outbound_texts add column missed_at timestamptz;
