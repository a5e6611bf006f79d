-- The pieces of five characters that hold a digit. Consecutive MRNs share nearly all pieces of three letters, of which the trigram
-- index is made, so a look-up of one MRN among a million read thousands of patients. They share few pieces of five.
create function number_pieces(key text) returns text[]
language sql immutable parallel safe
as $$
  select coalesce(array_agg(distinct piece), '{}')
  from (select substr(key, place, 5) as piece from generate_series(1, length(key) - 4) as place) as pieces
  where piece ~ '[0-9]' and strpos(piece, E'\n') = 0
$$;
create index patients_by_pieces on patients using gin (organization_id, number_pieces(search_key));

-- `pattern` looks for a word anywhere: the word with `\`, `%` and `_` escaped, between two `%`.
create function pieces_of_pattern(pattern text) returns text[]
language sql immutable parallel safe
as $$
  select public.number_pieces(regexp_replace(substr(pattern, 2, length(pattern) - 2), '\\(.)', '\1', 'g'))
$$;

-- Each branch has one index: that of the pieces if what it looks for has a piece with a digit, else that of the trigrams,
-- which `|| ''` keeps the planner from in the branches of the pieces. A second word has the trigrams beside the pieces, because
-- the first may be one that most MRNs share, such as a year. A pattern without letters
-- adds nothing to a single word.
create or replace function found_patients(words text[], digits text, most integer) returns setof text
language sql stable security definer parallel safe
set search_path = pg_catalog, public, pg_temp
as $$
  select id from (
    (
      select id from public.patients
      where organization_id = nullif(current_setting('app.org', true), '')
        and public.pieces_of_pattern(words[1]) = '{}'
        and search_key like words[1] and search_key like coalesce(words[2], '%') and search_key like all (words)
      limit most
    ) union (
      select id from public.patients
      where organization_id = nullif(current_setting('app.org', true), '')
        and public.pieces_of_pattern(words[1]) <> '{}' and words[2] is null
        and public.number_pieces(search_key) @> public.pieces_of_pattern(words[1]) and search_key || '' like all (words)
      limit most
    ) union (
      select id from public.patients
      where organization_id = nullif(current_setting('app.org', true), '')
        and public.pieces_of_pattern(words[1]) <> '{}' and words[2] is not null
        and public.number_pieces(search_key) @> public.pieces_of_pattern(words[1])
        and search_key like words[2] and search_key || '' like all (words)
      limit most
    ) union (
      select id from public.patients
      where organization_id = nullif(current_setting('app.org', true), '')
        and public.pieces_of_pattern(digits) = '{}' and search_key like digits
      limit most
    ) union (
      select id from public.patients
      where organization_id = nullif(current_setting('app.org', true), '')
        and public.pieces_of_pattern(digits) <> '{}'
        and public.number_pieces(search_key) @> public.pieces_of_pattern(digits) and search_key || '' like digits
      limit most
    )
  ) as found
  limit most
$$;
