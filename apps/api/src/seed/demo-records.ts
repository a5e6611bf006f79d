/** The demo's insurance providers, referrals and files. They need the file storage, so they are added after the organizations. */
import { Readable } from 'node:stream'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import sharp from 'sharp'
import type { Tx } from '../db/tx.ts'
import { keyOf } from '../modules/records/record-keys.rules.ts'
import type { BaseServices } from '../services.ts'
import { DEMO_ORGANIZATIONS, type DemoOrganization } from './demo-organizations.ts'
import { drawnPdf } from './demo-pdf.ts'

const ORGANIZATION = DEMO_ORGANIZATIONS[0]
const BY = { created_by: 'usr_lena', created_by_name: 'Lena Kim' } as const
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Made-up payer IDs. */
const PAYERS = [
  { payerId: '60054', name: 'Aetna', phone: '+18005550145' },
  { payerId: '47198', name: 'Anthem', phone: '+18005550146' },
  { payerId: '84980', name: 'Blue Cross Blue Shield', phone: '+18005550147' },
  { payerId: '84981', name: 'Blue Cross PPO', phone: null },
  { payerId: '62308', name: 'Cigna Health', phone: '+18005550148' },
  { payerId: '61101', name: 'Humana', phone: '+18005550149' },
  { payerId: null, name: 'Medicaid', phone: '+18005550150' },
  { payerId: '04412', name: 'Medicare', phone: '+18005550151' },
  { payerId: '87726', name: 'UnitedHealthcare', phone: '+18005550152' },
] as const

interface DemoReferral {
  readonly mrn: string
  readonly provider: string
  readonly reason: string | null
  readonly daysAgo: number
  /** The names of its documents. */
  readonly documents: readonly string[]
}

/** The patients are those of the first screen. */
const REFERRALS: readonly DemoReferral[] = [
  {
    mrn: '204-8817',
    provider: 'Dr. Iris Bloom',
    reason: 'Knee pain, not better after six weeks',
    daysAgo: 1,
    documents: ['letter.pdf'],
  },
  { mrn: '221-0067', provider: 'Dr. Marcus Hale', reason: 'High blood pressure at home', daysAgo: 1, documents: [] },
  {
    ...{ mrn: '163-5520', provider: 'Dr. Iris Bloom', reason: 'Second opinion before a hip operation', daysAgo: 2 },
    documents: ['letter.pdf', 'x-ray-report.pdf'],
  },
  { mrn: '229-7744', provider: 'Dr. Priya Raman', reason: 'New diabetes', daysAgo: 3, documents: [] },
  { mrn: '236-1180', provider: 'Dr. Owen Castillo', reason: null, daysAgo: 4, documents: [] },
  {
    mrn: '198-3345',
    provider: 'Dr. Helen Voss',
    reason: 'Headaches since September',
    daysAgo: 6,
    documents: ['referral-form.pdf'],
  },
  { mrn: '171-9028', provider: 'Dr. Marcus Hale', reason: 'Shortness of breath on stairs', daysAgo: 7, documents: [] },
  { mrn: '187-6602', provider: 'Dr. Priya Raman', reason: 'Thyroid nodule', daysAgo: 9, documents: ['ultrasound.pdf'] },
  { mrn: '155-4471', provider: 'Dr. Iris Bloom', reason: 'Back pain', daysAgo: 11, documents: [] },
  { mrn: '219-5046', provider: 'Dr. Owen Castillo', reason: 'Sleep study', daysAgo: 13, documents: [] },
  { mrn: '151-6637', provider: 'Dr. Helen Voss', reason: 'Numb fingers', daysAgo: 16, documents: [] },
  {
    mrn: '212-3390',
    provider: 'Dr. Marcus Hale',
    reason: 'Wellness visit after a move',
    daysAgo: 20,
    documents: ['summary.pdf'],
  },
]

type SeedServices = Pick<BaseServices, 'database' | 'files' | 'clock' | 'newId'>

interface Kept {
  readonly id: string
  readonly name: string
  readonly content_type: string
  readonly size: number
}

/** To a store that the demo has just filled. */
export async function addDemoRecords(parts: SeedServices): Promise<void> {
  if (!ORGANIZATION) return
  const { id: organizationId } = ORGANIZATION
  const now = parts.clock.now()
  const keep = keeping(parts)
  const documents: Kept[][] = []
  for (const { documents: names, provider, reason } of REFERRALS) {
    const kept: Kept[] = []
    for (const name of names)
      kept.push(await keep(name, 'application/pdf', await drawnPdf({ title: provider, text: reason ?? '', pages: 1 })))
    documents.push(kept)
  }
  const files = await keepFiles(keep, ORGANIZATION)
  await parts.database.write(organizationId, async (tx) => {
    await addPayers(tx, organizationId, { now, newId: parts.newId })
    await addReferrals(tx, ORGANIZATION, { now, newId: parts.newId, documents })
    const rows = files.map((file, nth) => ({
      ...{ organization_id: organizationId, ...file, ...BY, version: 0 },
      created_at: new Date(now.getTime() - (nth + 1) * 26 * HOUR_MS),
    }))
    await tx.insertInto('stored_files').values(rows).execute()
  })
}

type Keep = (name: string, contentType: string, bytes: Buffer) => Promise<Kept>

function keeping({ files, newId }: Pick<SeedServices, 'files' | 'newId'>): Keep {
  return async (name, contentType, bytes) => {
    const id = newId()
    await files.put(id, Readable.from([bytes]), bytes.length)
    return { id, name, content_type: contentType, size: bytes.length }
  }
}

async function keepFiles(keep: Keep, { name: title }: DemoOrganization): Promise<Kept[]> {
  const packet = await drawnPdf({ title, text: 'The forms of a first visit.', pages: 3 })
  const prices = Buffer.from('Service,Price\nOffice visit,140\nVideo visit,95\nFlu shot,35\n')
  const map = await sharp({ create: { width: 480, height: 320, channels: 3, background: '#d7e3ea' } })
    .png()
    .toBuffer()
  return [
    await keep('new-patient-packet.pdf', 'application/pdf', packet),
    await keep('prices-2026.csv', 'text/csv', prices),
    await keep('parking-map.png', 'image/png', map),
  ]
}

interface Adding {
  readonly now: Date
  newId(): string
}

async function addPayers(tx: Tx, organizationId: string, { now, newId }: Adding): Promise<void> {
  const rows = PAYERS.map(({ payerId, name, phone }) => ({
    ...{ organization_id: organizationId, id: newId(), payer_id: payerId, payer_key: payerId && keyOf(payerId) },
    ...{ name, name_key: keyOf(name), phone, created_at: now, version: 0 },
  }))
  await tx.insertInto('insurance_providers').values(rows).execute()
}

async function addReferrals(
  tx: Tx,
  { id: organizationId, timezone }: DemoOrganization,
  { now, newId, documents }: Adding & { readonly documents: readonly (readonly Kept[])[] },
): Promise<void> {
  const patients = await tx
    .selectFrom('patients')
    .select(['id', 'mrn'])
    .where('organization_id', '=', organizationId)
    .where(
      'mrn',
      'in',
      REFERRALS.map(({ mrn }) => mrn),
    )
    .execute()
  const patientIds = new Map(patients.map(({ id, mrn }) => [mrn, id]))
  const rows = REFERRALS.map((referral, nth) => ({ ...referral, id: newId(), kept: documents[nth] ?? [] }))
  const referrals = rows.map(({ id, mrn, provider, reason, daysAgo, kept }) => ({
    ...{ organization_id: organizationId, id, patient_id: patientIds.get(mrn) ?? '', referring_provider: provider },
    ...{ provider_key: keyOf(provider), date: dayIn(new Date(now.getTime() - daysAgo * DAY_MS), timezone), reason },
    ...{ documents: kept.length, created_at: now, version: 0 },
  }))
  await tx.insertInto('referrals').values(referrals).execute()
  const all = rows.flatMap(({ id: referral_id, daysAgo, kept }) =>
    kept.map((document, place) => ({
      ...{ organization_id: organizationId, ...document, referral_id, ...BY },
      created_at: new Date(now.getTime() - daysAgo * DAY_MS + place * HOUR_MS),
    })),
  )
  await tx.insertInto('referral_documents').values(all).execute()
}
