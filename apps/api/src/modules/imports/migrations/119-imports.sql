-- Imports of spreadsheets. The row is also the job: a process leases it while its state is one that a worker works on, or
-- while its rows and its file are to be deleted.
create table imports (
  organization_id text not null references organizations (id),
  id text not null,
  kind text not null check (kind in ('demographics', 'providers', 'insuranceProviders', 'referrals', 'appointments')),
  state text not null check (state in ('reading', 'checking', 'review', 'importing', 'stopped', 'done', 'undoing', 'undone',
    'failed', 'discarded')),
  -- It starts by itself without a review, so columns that are only guessed are left out.
  is_direct boolean not null,
  -- The bytes are in the file storage under this id; null once they are deleted.
  file_id text,
  file_name text not null,
  file_size bigint not null,
  digest text not null,
  same_file_as text,
  -- A person's choices of how the file is read.
  read_as jsonb not null default '{}',
  sheets jsonb not null default '[]',
  sheet text,
  header_row int,
  encoding text,
  delimiter text,
  columns jsonb not null default '[]',
  match_by text not null default 'mrn' check (match_by in ('mrn', 'person')),
  zone text not null,
  country text not null,
  -- The day by which the cells are checked, in the zone; the import uses the same.
  today date not null,
  -- The rows of the file that are read so far.
  rows_read int not null default 0,
  -- Rows up to this number are checked. Null: the columns are not prepared yet.
  checked_through int,
  counts jsonb not null,
  plan jsonb not null,
  outcome jsonb not null,
  -- The numbers that a person confirmed by the start.
  expected jsonb,
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz not null,
  started_by text,
  started_at timestamptz,
  finished_at timestamptz,
  problem text,
  problem_reason text,
  version bigint not null,
  -- When the log last told of it.
  told_at timestamptz not null,
  -- Its rows and its file are to be deleted, and when they were.
  is_to_clear boolean not null default false,
  cleared_at timestamptz,
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  leased_by text,
  leased_until timestamptz,
  -- The turn of work that has the lease: a worker may lease an import anew before its turn before has noticed the end of its own.
  turn text,
  primary key (organization_id, id)
);
create index imports_by_time on imports (organization_id, created_at desc, id desc);
create index imports_by_kind on imports (organization_id, kind, created_at desc, id desc);
create index imports_by_file on imports (organization_id, digest, created_at desc);
create index imports_open on imports (organization_id)
  where state in ('reading', 'checking', 'review', 'importing', 'stopped', 'undoing');
create index imports_due on imports (due_at) where state in ('reading', 'checking', 'importing') or is_to_clear;
create index imports_running on imports (organization_id, started_at, id) where state = 'importing';
create index imports_kept on imports (created_at) where cleared_at is null and not is_to_clear;

-- The rows of the files. `row` is the number that a spreadsheet program shows.
create table import_rows (
  organization_id text not null,
  import_id text not null,
  row int not null,
  -- As they came, and what people changed of them by the index of the column.
  cells jsonb not null,
  edits jsonb not null default '{}',
  -- The faults that the reader found.
  faults jsonb not null default '[]',
  is_skipped boolean not null default false,
  decision jsonb,
  -- Null until the row is checked.
  state text check (state in ('ready', 'error', 'skipped', 'applied', 'undone')),
  row_values jsonb not null default '{}',
  issues jsonb not null default '[]',
  plan jsonb,
  -- Under what a list shows it: what the plan does with a good row, else its state.
  category text check (category in ('create', 'update', 'unchanged', 'error', 'skipped')),
  has_warning boolean not null default false,
  groups text[] not null default '{}',
  outcome text check (outcome in ('created', 'updated', 'unchanged', 'refused')),
  record_id text,
  patient_id text,
  -- The changes that the import made to the record and to its patient, with the values before.
  changes jsonb,
  primary key (organization_id, import_id, row),
  foreign key (organization_id, import_id) references imports (organization_id, id)
);
create index import_rows_by_category on import_rows (organization_id, import_id, category, row);
create index import_rows_ready on import_rows (organization_id, import_id, row) where state = 'ready';
create index import_rows_with_problem on import_rows (organization_id, import_id, row)
  where has_warning or category = 'error';
create index import_rows_with_warning on import_rows (organization_id, import_id, row) where has_warning;
create index import_rows_of_format on import_rows (organization_id, import_id, row) where 'format' = any (groups);
create index import_rows_of_missing on import_rows (organization_id, import_id, row) where 'missing' = any (groups);
create index import_rows_of_duplicate on import_rows (organization_id, import_id, row) where 'duplicate' = any (groups);
create index import_rows_applied on import_rows (organization_id, import_id, row) where state = 'applied';
create index import_rows_left_out on import_rows (organization_id, import_id, row)
  where category in ('error', 'skipped') or outcome = 'refused';

-- The keys that rows of one file may have in common, as digests. An offered key is one under which later rows find the row;
-- the others only say which rows are checked again when an earlier row is mended.
create table import_keys (
  organization_id text not null,
  import_id text not null,
  row int not null,
  key text not null,
  is_offered boolean not null,
  primary key (organization_id, import_id, row, key),
  foreign key (organization_id, import_id) references imports (organization_id, id)
);
create index import_keys_by_key on import_keys (organization_id, import_id, key, row) include (is_offered);

-- The matches of earlier files, by their headers in plain form.
create table import_mappings (
  organization_id text not null references organizations (id),
  kind text not null,
  header text not null,
  field text,
  meanings jsonb,
  date_order text,
  primary key (organization_id, kind, header)
);

select isolate_tenant('imports'), isolate_tenant('import_rows'), isolate_tenant('import_keys'),
  isolate_tenant('import_mappings');
grant select, insert, update on imports, import_mappings to foyer_app;
grant select, insert, update, delete on import_rows, import_keys to foyer_app;
-- The workers lease imports of every organization.
grant select, update on imports to foyer_system;

-- A file brings in many rows at once, and until the store has counted them it plans statements as if there were a few. It is
-- called after such a file, and does nothing where the tables are large already.
create function count_import_rows(added int) returns void language plpgsql as $$
begin
  if (select reltuples from pg_class where oid = 'import_rows'::regclass) < 10 * added then analyze import_rows; end if;
  if (select reltuples from pg_class where oid = 'import_keys'::regclass) < 10 * added then analyze import_keys; end if;
end $$;
revoke execute on function count_import_rows(int) from public;
grant execute on function count_import_rows(int) to foyer_system;
grant maintain on import_rows, import_keys to foyer_system;
