-- A text may wait for the end of quiet hours or for the carrier. What a patient wrote before it left does not answer it.
alter table messages add column handed_at timestamptz;
