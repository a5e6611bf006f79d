/** The imports of the test clinics, under the ids that the examples of calls name. No worker goes on with them. */
import { importIdExample, importIdExamples } from '@foyer/contracts/imports/import-calls.ts'
import type { FreshDatabase } from '../support/postgres.ts'

const COLUMNS = ['mrn', 'lastName', 'dob', null].map((field, index) => ({
  ...{
    index,
    header: `Column ${index}`,
    field,
    how: field === null ? 'left_out' : 'matched',
    sample: [],
    erase: false,
  },
}))
/** The numbers that the example of the start repeats. */
const COUNTS = { total: 1846, ready: 1832, errors: 14, warnings: 0, skipped: 0 }
const PLAN = { create: 223, update: 1609, unchanged: 0 }
const NO_OUTCOME = { created: 0, updated: 0, unchanged: 0, refused: 0 }

/** `words` are Lakeside's, and may be read by no one of Cedar. */
export async function addImports({ query }: Pick<FreshDatabase, 'query'>, words: string) {
  const states = ['review', 'review', 'review', 'importing', 'stopped', 'review', 'review']
  await query(
    `insert into imports (organization_id, id, kind, state, is_direct, file_name, file_size, digest, columns, zone, country,
       today, rows_read, checked_through, counts, plan, outcome, created_by, created_by_name, created_at, started_at,
       version, told_at)
     select case when id = 'import9' then 'org_lakeside' else 'org_cedar' end, id, 'demographics', state, false,
       case when id = 'import9' then $3 else 'people.csv' end, 1000, id, $4, 'America/Chicago', 'US', current_date, 1846,
       1847, $5, $6, $7, case when id = 'import9' then 'usr_omar' else 'usr_lena' end,
       case when id = 'import9' then $3 else 'lena of the staff' end, now(), now(), 0, now()
     from unnest($1::text[], $2::text[]) as one (id, state)`,
    [
      [importIdExample.importId, ...importIdExamples, 'import9'],
      [...states, 'review'],
      words,
      ...[COLUMNS, COUNTS, PLAN, NO_OUTCOME].map((value) => JSON.stringify(value)),
    ],
  )
  const issue = {
    field: 'dob',
    column: 2,
    level: 'error',
    group: 'format',
    code: 'no_such_date',
    message: 'No such date',
  }
  await query(
    `insert into import_rows (organization_id, import_id, row, cells, state, row_values, issues, plan, category, groups)
     values
      ('org_cedar', $1, 46, '["204-8817", "Carver", "03/14/1968", ""]', 'ready', '{"mrn": "204-8817"}', '[]',
       '{"does": "unchanged", "recordId": "p1", "name": "Rosalind Carver", "changes": []}', 'unchanged', '{}'),
      ('org_cedar', $1, 47, '["M77", "Santos", "31/02/1962", ""]', 'error', '{"mrn": "M77"}', $2,
       '{"does": "refuse", "recordId": "p2", "name": "Miguel Santos", "changes": []}', 'error', '{format}'),
      ('org_lakeside', 'import9', 2, $3, 'error', '{}', $2,
       '{"does": "refuse", "recordId": null, "name": "", "changes": []}', 'error', '{format}')`,
    [importIdExample.importId, JSON.stringify([issue]), JSON.stringify([words])],
  )
}
