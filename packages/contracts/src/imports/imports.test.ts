import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type AnyCall, callsOf } from '../call.ts'
import { importList, progressed } from './collections.rules.ts'
import * as importCalls from './import-calls.ts'
import { importProgress } from './import-events.ts'
import { importExample, importProgressSchema, importSchema } from './imports.ts'
import { issueCodes } from './issues.rules.ts'
import * as recordCalls from './record-calls.ts'
import * as rowCalls from './row-calls.ts'
import * as uploadCalls from './upload-calls.ts'
import * as wellnessCalls from './wellness-calls.ts'

const calls: Readonly<Record<string, AnyCall>> = callsOf([
  importCalls,
  recordCalls,
  rowCalls,
  uploadCalls,
  wellnessCalls,
])

describe.each(Object.entries(calls))('the call %s', (_name, call) => {
  const parts = ['params', 'query', 'body'] as const

  test('accepts its example', () => {
    const given = call.example as Partial<Record<(typeof parts)[number], unknown>>
    for (const part of parts) expect(call[part].safeParse(given[part] ?? {}).error?.issues ?? [], part).toEqual([])
  })

  test('refuses unknown fields, and names its organization [OPEN-044]', () => {
    for (const part of parts)
      expect(JSON.stringify(call[part].safeParse({ surprise: 1 }).error?.issues), part).toContain('unrecognized_keys')
    const fields = [call.query, call.body].flatMap((schema) => Object.keys((schema as z.ZodObject).shape))
    expect(call.organization === 'header' || fields.includes('organizationId')).toBe(true)
  })
})

test('the calls of the specification have their methods and paths', () => {
  const named = new Set(Object.values(calls).map(({ method, path }) => `${method} ${path}`))
  for (const address of [
    'POST /api/main/organization/demographics-upload/:organizationId',
    'PUT /api/main/doctor/provider-upload/:organizationId',
    'POST /api/main/insurance-providers/upload-insurance-providers',
    'POST /api/main/referral/upload-referrals',
    'POST /api/campaign/appointments/demographics-upload',
    'POST /api/main/referral/upload-document',
    'POST /api/main/utils/upload-common-file',
    'POST /api/campaign/common/awv-pdf-generate',
  ])
    expect(named, address).toContain(address)
})

test('the uploads throw "Network response was not ok" [OPEN-090]', () => {
  for (const call of Object.values(uploadCalls).filter((value) => typeof value === 'object' && 'method' in value))
    expect(call).not.toHaveProperty('failure')
})

test('an upload imports unless it asks for a review [OPEN-079]', () => {
  expect(uploadCalls.uploadReferrals.body.parse({})).toEqual({ mode: 'import' })
  expect(uploadCalls.uploadReferrals.body.safeParse({ mode: 'dry' }).success).toBe(false)
})

test('mapImport and mendImportRows name a column or a row once', () => {
  const map = (indexes: number[]) =>
    importCalls.mapImport.body.safeParse({
      ...{ ...importCalls.importIdExample, remember: false },
      columns: indexes.map((index) => ({ index, field: null })),
    }).success
  expect([map([0, 1]), map([1, 1]), map([200])]).toEqual([true, false, false])
  const mend = (rows: object[]) =>
    rowCalls.mendImportRows.body.safeParse({ ...importCalls.importIdExample, rows }).success
  expect([mend([{ row: 2 }, { row: 3 }]), mend([{ row: 2 }, { row: 2 }]), mend([])]).toEqual([true, false, false])
  expect([mend([{ row: 2, cells: { '0': 'x' } }]), mend([{ row: 2, cells: { x: 'x' } }])]).toEqual([true, false])
  expect(mend([{ row: 2, cells: { '200': 'x' } }])).toBe(false)
  const decision = (value: unknown) => mend([{ row: 2, decision: value }])
  expect([decision('new'), decision({ same: 'p1' }), decision({ same: '' }), decision('old')]).toEqual([
    ...[true, true, false, false],
  ])
})

test('mapImport takes a cell that names a part of objects for any other text', () => {
  const written = `{"organizationId":"o","importId":"i","remember":true,"columns":[{"index":0,"field":"gender",
    "values":{"__proto__":"female","constructor":"male"}}]}`
  const [column] = importCalls.mapImport.body.parse(JSON.parse(written)).columns
  expect(new Map(Object.entries(column?.values ?? {})).get('constructor')).toBe('male')
  expect(Object.getPrototypeOf(column?.values)).toBe(Object.prototype)
})

test('import.progress tells of an import without cells of its file', () => {
  expect(importSchema.parse(importExample)).toEqual(importExample)
  expect(importProgress.data.parse(importProgress.example)).toEqual(importProgress.example)
  expect(JSON.stringify(importProgress.example)).not.toContain('Abernathy')
  expect([importProgress.key(importProgress.example), importProgress.audience(importProgress.example)]).toEqual([
    ...[importExample._id, 'organization'],
  ])
})

test('importList holds imports newest first, by their events', () => {
  const told = importProgressSchema.parse(importExample)
  const select = importList.select as (event: object) => unknown
  expect(select({ type: 'import.progress', data: told })).toEqual([told])
  expect(select({ type: 'doctor.changed', data: told })).toEqual([])
  const at = (createdAt: string, _id: string) => ({ ...told, createdAt, _id })
  const imports = [at('2026-11-01', 'a'), at('2026-11-03', 'b'), at('2026-11-03', 'c')]
  expect(imports.toSorted(importList.order).map(importList.key)).toEqual(['c', 'b', 'a'])
})

test('progressed keeps the samples of columns that are the same, and an import that is newer', () => {
  const told = importProgressSchema.parse({ ...importExample, state: 'importing', version: 10 })
  const after = progressed(importExample, told)
  expect(after).toEqual({ ...importExample, state: 'importing', version: 10 })
  const other = { ...told, columns: told.columns.map((column) => ({ ...column, header: `${column.header}!` })) }
  expect(progressed(importExample, other).columns.every(({ sample }) => sample.length === 0)).toBe(true)
  expect(progressed(after, importProgressSchema.parse(importExample))).toBe(after)
  expect(progressed(importExample, { ...told, _id: 'another' })).toBe(importExample)
})

test('issueCodes keep a row out by errors alone', () => {
  const warnings = Object.entries(issueCodes).filter(([, { level }]) => level === 'warning')
  expect(warnings.map(([code]) => code).toSorted()).toEqual(
    [
      ...['consent_kept', 'consent_left_out', 'differs_from_row', 'dob_changes', 'extension_left_out', 'maybe_same'],
      ...['lost_letters_kept', 'mrn_changes', 'name_changes', 'no_number', 'patient_left_out', 'time_twice'],
    ].toSorted(),
  )
})
