/** The demo's faxes: they need files in the file storage, so they are added after the organizations. */

import { Readable } from 'node:stream'
import type { Cause } from '@foyer/contracts/fax/causes.rules.ts'
import type { Fax, FaxAttempt } from '@foyer/contracts/fax/fax.ts'
import type { BaseServices } from '../services.ts'
import { DEMO_ORGANIZATIONS } from './demo-organizations.ts'
import { drawnPdf } from './demo-pdf.ts'

const MINUTE_MS = 60_000
const SENDER = { id: 'usr_lena', name: 'Lena Kim' } as const
const ORGANIZATION = DEMO_ORGANIZATIONS[0]

interface DemoFax {
  readonly number: string
  readonly note: string
  readonly fileName: string
  /** The pages of the file; the cover is one more. */
  readonly filePages: number
  readonly minutesAgo: number
  readonly status: Fax['status']
  readonly cause: Cause | null
  readonly pagesSent: number | null
  readonly tries: readonly (Cause | null)[]
  /** Minutes from the start until the next try. */
  readonly nextInMinutes?: number
}

const NAMES = [
  { number: '+15125550177', name: 'Lamar Cardiology' },
  { number: '+15125550178', name: 'Northside Imaging' },
  { number: '+15125550179', name: 'Hill Country Orthopedics' },
  { number: '+15125550181', name: 'Barton Creek Pharmacy' },
]

const FAXES: readonly DemoFax[] = [
  {
    ...{ number: '+15125550177', note: 'Referral of R. Carver. Please call us with a date.', fileName: 'referral.pdf' },
    ...{ filePages: 2, minutesAgo: 95, status: 'delivered', cause: null, pagesSent: 3, tries: [null] },
  },
  {
    ...{ number: '+15125550178', note: 'Order for an MRI of the left knee.', fileName: 'mri-order.pdf', filePages: 1 },
    ...{ minutesAgo: 240, status: 'failed', cause: 'busy', pagesSent: null, tries: ['busy', 'busy', 'busy', 'busy'] },
  },
  {
    ...{ number: '+15125550179', note: 'Records of the last visit.', fileName: 'records.pdf', filePages: 4 },
    ...{ minutesAgo: 1500, status: 'partial', cause: 'line_dropped', pagesSent: 2, tries: ['line_dropped'] },
  },
  {
    ...{ number: '+15125550181', note: 'Refill, please confirm.', fileName: 'refill.pdf', filePages: 1, minutesAgo: 1 },
    ...{ status: 'retrying', cause: 'busy', pagesSent: null, tries: ['busy'], nextInMinutes: 1 },
  },
]

type SeedServices = Pick<BaseServices, 'database' | 'files' | 'clock' | 'newId'>

/** To a store that the demo has just filled. The last one is tried a minute after the start. */
export async function addDemoFaxes(parts: SeedServices): Promise<void> {
  const { database, files, clock, newId } = parts
  if (!ORGANIZATION) return
  const { id: organizationId, faxNumber } = ORGANIZATION
  const now = clock.now()
  const stored: { readonly fax: DemoFax; readonly fileId: string; readonly size: number }[] = []
  for (const fax of FAXES) {
    const bytes = await drawnPdf({ title: ORGANIZATION.name, text: fax.note, pages: fax.filePages })
    const fileId = newId()
    await files.put(fileId, Readable.from([bytes]), bytes.length)
    stored.push({ fax, fileId, size: bytes.length })
  }
  await database.write(organizationId, async (tx) => {
    await tx
      .insertInto('fax_names')
      .values(NAMES.map((named) => ({ organization_id: organizationId, ...named })))
      .execute()
    const rows = stored.map(({ fax, fileId, size }) => {
      const sentAt = new Date(now.getTime() - fax.minutesAgo * MINUTE_MS)
      const attempts = attemptsOf(fax, sentAt)
      const next = fax.nextInMinutes === undefined ? null : new Date(now.getTime() + fax.nextInMinutes * MINUTE_MS)
      return {
        ...{ organization_id: organizationId, id: newId(), number: fax.number, own_number: faxNumber, note: fax.note },
        ...{ status: fax.status, cause: fax.cause, file_id: fileId, file_name: fax.fileName, file_size: size },
        ...{ file_type: 'application/pdf', pages: fax.filePages + 1, pages_sent: fax.pagesSent, again_of: null },
        ...{ attempts: JSON.stringify(attempts), attempt: attempts.length, sent_by: SENDER.id },
        ...{ sent_by_name: SENDER.name, created_at: sentAt, next_attempt_at: next, due_at: next, version: 0 },
        completed_at: next === null ? new Date(attempts.at(-1)?.endedAt ?? sentAt) : null,
      }
    })
    await tx.insertInto('faxes').values(rows).execute()
  })
}

/** Each call takes a minute, and they follow as the product makes them. */
function attemptsOf({ tries, pagesSent }: DemoFax, sentAt: Date): FaxAttempt[] {
  const beginnings = [0, 2, 8, 24]
  return tries.map((cause, index) => {
    const at = new Date(sentAt.getTime() + (beginnings[index] ?? 0) * MINUTE_MS)
    const isPartial = cause !== null && pagesSent !== null
    return {
      ...{ n: index + 1, at: at.toISOString(), endedAt: new Date(at.getTime() + MINUTE_MS / 2).toISOString() },
      ...{ status: cause === null ? 'delivered' : isPartial ? 'partial' : 'failed', cause, pagesSent },
    }
  })
}
