/** Nothing in the store joins a reviewer to a patient: a review of a stranger must not become a fact of a record. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts'

const MIGRATIONS = path.join(import.meta.dirname, '../../apps/api/src/modules/listings/migrations')
/** Columns of patients, of what belongs to one, and of what could be looked up as one. */
const OF_PATIENTS = /patient|person|people|household|conversation|appointment|visit|phone|email|birth/
const OF_REVIEWS = /(^|_)review/

let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase()
})
afterAll(() => store.close())

/** The tables that the module creates. */
const ours = readdirSync(MIGRATIONS).flatMap((file) =>
  [...readFileSync(path.join(MIGRATIONS, file), 'utf8').matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name),
)

const columns = () =>
  store.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = current_schema() order by table_name, ordinal_position`,
  )

test('listing tables have no column of a patient', async () => {
  expect(ours).toEqual(expect.arrayContaining(['listing_locations', 'reviews', 'listing_changes']))
  const own = (await columns()).filter(({ table }) => ours.includes(table))
  expect(new Set(own.map(({ table }) => table))).toEqual(new Set(ours))
  // The clinic's own number at Google.
  const suspect = own.filter(
    ({ table, column }) => OF_PATIENTS.test(column) && `${table}.${column}` !== 'listing_locations.phone',
  )
  expect(suspect).toEqual([])
})

test('no other table has a column of a review, so that none may hold it beside a patient', async () => {
  const others = (await columns()).filter(({ table }) => !ours.includes(table))
  expect(others.length).toBeGreaterThan(100)
  expect(others.filter(({ column }) => OF_REVIEWS.test(column))).toEqual([])
})

test('foreign keys lead from the listing tables to organizations and locations alone, and from nowhere to reviews', async () => {
  const keys = await store.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint where contype = 'f'`,
  )
  const own = keys.filter(({ from, to }) => ours.includes(from) || ours.includes(to))
  expect(own.length).toBeGreaterThan(0)
  const allowed = own.filter(
    ({ from, to }) => ours.includes(from) && ['organizations', 'listing_locations'].includes(to),
  )
  expect(own).toEqual(allowed)
})
