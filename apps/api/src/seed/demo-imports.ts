/** The demo's imports: one that waits for its review, some that are done, and a file with a password. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { noCounts, noOutcome, noPlan } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { createRandom } from '@foyer/contracts/random.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { stringify } from 'csv-stringify/sync'
import { writeXlsxStream } from 'hucre'
import type { Tx } from '../db/tx.ts'
import type { Values } from '../modules/import-target.ts'
import type { BaseServices } from '../services.ts'
import { readDemoFiles } from './demo-files.ts'
import { DEMO_ORGANIZATIONS } from './demo-organizations.ts'
import type { DemoPatient } from './demo-patients.ts'
import { NOVEMBER_HEADER, novemberRows, type SheetRow } from './demo-sheets.ts'
import { patientsOf } from './demo-world.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const LENA = { id: 'usr_lena', name: 'Lena Kim' } as const
const DANA = { id: 'usr_dana', name: 'Dana Whitfield' } as const
const OCTOBER_PATIENTS = 120

type SeedServices = Pick<BaseServices, 'database' | 'files' | 'clock' | 'newId'>

/** A record as an import of earlier days has left it. */
interface Imported {
  readonly recordId: string
  readonly name: string
  readonly patientId: string | null
  readonly cells: SheetRow
  readonly values: Values
}

interface DoneImport {
  readonly id: string
  readonly kind: ImportKind
  readonly fileName: string
  readonly daysAgo: number
  readonly by: { readonly id: string; readonly name: string }
  readonly outcome: 'created' | 'updated' | 'unchanged'
  readonly header: readonly (readonly [header: string, field: string])[]
  readonly records: readonly Imported[]
}

interface KeptFile {
  /** Null: its bytes are no longer kept. */
  readonly fileId: string | null
  readonly size: number
  readonly digest: string
}

interface About {
  readonly organizationId: string
  readonly zone: string
  readonly now: Date
}

/** To a store that the demo has just filled. A worker reads the November file and checks its rows. */
export async function addDemoImports({ database, files, clock, newId }: SeedServices): Promise<void> {
  const [organization] = DEMO_ORGANIZATIONS
  if (!organization) return
  const about = { organizationId: organization.id, zone: organization.timezone, now: clock.now() }
  const { names, ...others } = readDemoFiles()
  const patients = patientsOf(organization, { names, ...others })
  const keep = async (bytes: Buffer) => {
    const fileId = newId()
    await files.put(fileId, Readable.from([bytes]), bytes.length)
    return { fileId, size: bytes.length, digest: createHash('sha256').update(bytes).digest('hex') }
  }
  const rows = novemberRows(patients, names, createRandom('november'))
  const november = await keep(await workbook([NOVEMBER_HEADER, ...rows]))
  const done = await database.read(about.organizationId, (tx) => doneImports(tx, about.organizationId, patients))
  const kept: { readonly one: DoneImport; readonly file: KeptFile }[] = []
  for (const one of done) kept.push({ one, file: await keep(csvOf(one)) })
  await database.write(about.organizationId, async (tx) => {
    await addImport(tx, about, {
      id: 'imp_nov',
      fileName: 'nov-demographics.xlsx',
      file: november,
      by: LENA,
      daysAgo: 0,
    })
    await addLocked(tx, about)
    for (const { one, file } of kept) await addDone(tx, about, one, file)
  })
}

async function workbook(rows: readonly SheetRow[]): Promise<Buffer> {
  return buffer(
    Readable.fromWeb(
      writeXlsxStream(
        rows.map((row) => [...row]),
        { name: 'Patients' },
      ) as never,
    ),
  )
}

function csvOf({ header, records }: DoneImport): Buffer {
  return Buffer.from(stringify([header.map(([name]) => name), ...records.map(({ cells }) => [...cells])]))
}

async function doneImports(tx: Tx, organizationId: string, patients: readonly DemoPatient[]): Promise<DoneImport[]> {
  const doctors = await tx
    .selectFrom('doctors')
    .select(['id', 'name', 'first_name', 'last_name', 'npi', 'specialty'])
    .where('organization_id', '=', organizationId)
    .where('npi', 'is not', null)
    .orderBy('npi')
    .execute()
  return [
    {
      ...{ id: 'imp_oct', kind: 'demographics', fileName: 'oct-demographics.csv', daysAgo: 1, by: LENA },
      outcome: 'created',
      header: [
        ...([
          ['MRN', 'mrn'] as const,
          ['Last name', 'lastName'] as const,
          ['First name', 'firstName'] as const,
        ] as const),
        ...([['Date of birth', 'dob'] as const, ['Phone', 'phoneNumber'] as const] as const),
      ],
      records: patients.slice(0, OCTOBER_PATIENTS).map(importedPatient),
    },
    {
      ...{
        id: 'imp_providers',
        kind: 'providers',
        fileName: 'providers.csv',
        daysAgo: 23,
        by: DANA,
        outcome: 'updated',
      },
      header: [
        ...([['NPI', 'npi'] as const, ['First name', 'firstName'] as const] as const),
        ...([['Last name', 'lastName'] as const, ['Specialty', 'specialty'] as const] as const),
      ],
      records: doctors.map(({ id, name, first_name, last_name, npi, specialty }) => ({
        ...{ recordId: id, name, patientId: null, cells: [npi ?? '', first_name, last_name, specialty ?? ''] },
        values: { npi, firstName: first_name, lastName: last_name, specialty },
      })),
    },
    {
      ...{ id: 'imp_payers', kind: 'insuranceProviders', fileName: 'payers.csv', daysAgo: 25, by: DANA },
      ...{ outcome: 'created', records: await importedPayers(tx, organizationId) },
      header: [
        ['Payer ID', 'payerId'],
        ['Name', 'name'],
        ['Phone', 'phone'],
      ],
    },
    {
      ...{
        id: 'imp_referrals',
        kind: 'referrals',
        fileName: 'referrals.csv',
        daysAgo: 8,
        by: LENA,
        outcome: 'created',
      },
      header: [
        ...([['MRN', 'patientMrn'] as const, ['Referring provider', 'referringProvider'] as const] as const),
        ...([['Date', 'date'] as const, ['Reason', 'reason'] as const] as const),
      ],
      records: await importedReferrals(tx, organizationId),
    },
  ]
}

async function importedPayers(tx: Tx, organizationId: string): Promise<Imported[]> {
  const rows = await tx
    .selectFrom('insurance_providers')
    .select(['id', 'payer_id', 'name', 'phone'])
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .execute()
  return rows.map(({ id, payer_id, name, phone }) => ({
    ...{ recordId: id, patientId: null, name, cells: [payer_id ?? '', name, phone ?? ''] },
    values: { name, ...(payer_id !== null && { payerId: payer_id }), ...(phone !== null && { phone }) },
  }))
}

async function importedReferrals(tx: Tx, organizationId: string): Promise<Imported[]> {
  const rows = await tx
    .selectFrom('referrals')
    .innerJoin('patients', (join) =>
      join
        .onRef('patients.organization_id', '=', 'referrals.organization_id')
        .onRef('patients.id', '=', 'referrals.patient_id'),
    )
    .select(['referrals.id', 'referrals.patient_id', 'referring_provider', 'date', 'reason', 'patients.mrn'])
    .select(['patients.first_name', 'patients.last_name'])
    .where('referrals.organization_id', '=', organizationId)
    .orderBy('date')
    .execute()
  return rows.map(({ id, patient_id, referring_provider, date, reason, mrn, first_name, last_name }) => ({
    ...{ recordId: id, patientId: patient_id, name: `${first_name} ${last_name}` },
    cells: [mrn ?? '', referring_provider, date, reason ?? ''],
    values: { patientMrn: mrn, referringProvider: referring_provider, date, ...(reason !== null && { reason }) },
  }))
}

function importedPatient({ id, firstName, lastName, birthdate, phoneNumber, mrn }: DemoPatient): Imported {
  return {
    ...{ recordId: id, patientId: id, name: `${firstName} ${lastName}` },
    cells: [mrn, lastName, firstName, birthdate, phoneNumber],
    values: { mrn, lastName, firstName, dob: birthdate, phoneNumber },
  }
}

interface Added {
  readonly id: string
  readonly kind?: ImportKind
  readonly fileName: string
  readonly file: KeptFile
  readonly by: { readonly id: string; readonly name: string }
  readonly daysAgo: number
}

/** As it is when it was just uploaded; `more` are the columns that are others by now. */
async function addImport(tx: Tx, { organizationId, zone, now }: About, added: Added, more: object = {}): Promise<void> {
  const { id, kind = 'demographics', fileName, file, by, daysAgo } = added
  const at = new Date(now.getTime() - daysAgo * DAY_MS)
  await tx
    .insertInto('imports')
    .values({
      ...{ organization_id: organizationId, id, kind, state: 'reading', is_direct: false, file_id: file.fileId },
      ...{ file_name: fileName, file_size: file.size, digest: file.digest, same_file_as: null, zone, country: 'US' },
      ...{ today: dayIn(at, zone), counts: JSON.stringify(noCounts), plan: JSON.stringify(noPlan) },
      ...{ outcome: JSON.stringify(noOutcome), created_by: by.id, created_by_name: by.name, created_at: at },
      ...{ version: 0, told_at: at, ...more },
    })
    .execute()
}

async function addLocked(tx: Tx, about: About): Promise<void> {
  const file = { fileId: null, size: 12_800, digest: createHash('sha256').update('imp_locked').digest('hex') }
  const added = { id: 'imp_locked', fileName: 'payroll-patients.xlsx', file, by: DANA, daysAgo: 6 }
  const at = new Date(about.now.getTime() - added.daysAgo * DAY_MS)
  await addImport(tx, about, added, {
    ...{ state: 'failed', finished_at: at, problem: 'It is protected by a password. Save it without one.' },
    ...{ problem_reason: 'unreadable_file', cleared_at: at },
  })
}

async function addDone(tx: Tx, about: About, done: DoneImport, file: KeptFile): Promise<void> {
  const { organizationId, now } = about
  const { id, outcome, records, header, by, daysAgo } = done
  const at = new Date(now.getTime() - daysAgo * DAY_MS)
  const count = records.length
  const counts = { ...noCounts, total: count, ready: count }
  const does = ({ created: 'create', updated: 'update', unchanged: 'unchanged' } as const)[outcome]
  const columns = header.map(([name, field], index) => ({
    ...{ index, header: name, field, how: 'matched', erase: false },
    sample: records.slice(0, 3).map(({ cells }) => cells[index] ?? ''),
  }))
  await addImport(
    tx,
    about,
    { ...done, file },
    {
      ...{ state: 'done', header_row: 1, encoding: 'utf-8', delimiter: ',', columns: JSON.stringify(columns) },
      ...{ rows_read: count, checked_through: count + 1, counts: JSON.stringify(counts) },
      ...{
        plan: JSON.stringify({ ...noPlan, [does]: count }),
        outcome: JSON.stringify({ ...noOutcome, [outcome]: count }),
      },
      ...{ expected: JSON.stringify({ ready: count, skipped: 0, errors: 0 }), started_by: by.id, started_at: at },
      finished_at: at,
    },
  )
  const rows = records.map(({ recordId, patientId, name, cells, values }, index) => {
    const before = (field: string) => (outcome === 'created' ? null : (values[field] ?? null))
    const changes = Object.entries(values).map(([field, after]) => ({ field, before: before(field), after }))
    const isNew = outcome === 'created'
    const plan = { does, recordId: isNew ? null : recordId, name, changes: isNew ? changes : [] }
    const record = { recordId, isNew, changes: isNew ? changes : [] }
    return {
      ...{ organization_id: organizationId, import_id: id, row: index + 2, cells: JSON.stringify(cells) },
      ...{ state: 'applied' as const, row_values: JSON.stringify(values), plan: JSON.stringify(plan), category: does },
      ...{ outcome, record_id: recordId, patient_id: patientId },
      changes: JSON.stringify({ record, patient: null }),
    }
  })
  if (rows.length > 0) await tx.insertInto('import_rows').values(rows).execute()
}
