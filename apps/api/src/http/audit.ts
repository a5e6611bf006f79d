/** Every reading and change of an organization's data leaves a row that says who, what and when, by ids alone. */
import type { Access, AnyCall } from '@foyer/contracts/call.ts'
import type { Tx } from '../db/database.ts'
import { within } from '../db/deadlines.ts'
import type { Parts } from '../parts.ts'
import { addAudit } from './audit.store.ts'
import { Refusal } from './refusal.ts'
import type { Caller } from './route.ts'

export interface AuditEntry {
  readonly call: AnyCall
  readonly caller: Caller | null
  readonly organizationId: string
  readonly requestId: string
  readonly subject: Readonly<Record<string, string>>
}

export function isAudited(access: Access): boolean {
  return access === 'user' || access === 'member' || access === 'admin' || access === 'visitor'
}

/** The ids that the call names, by their fields' names; also those one step further in, as in a query that is JSON. */
export function subjectOf({ query, body }: { query?: unknown; body?: unknown }): Record<string, string> {
  const entries = (value: unknown) => Object.entries(typeof value === 'object' ? (value ?? {}) : {})
  const fields = [query, body].flatMap(entries).flatMap((field) => [...entries(field[1]), field])
  return Object.fromEntries(
    fields.filter((field): field is [string, string] => {
      const [name, value] = field
      return name !== 'organizationId' && /^(user|_id|\w*Id)$/.test(name) && typeof value === 'string'
    }),
  )
}

export function saveAudit(tx: Tx, { call, caller, organizationId, requestId, subject }: AuditEntry, outcome = 'ok') {
  return addAudit(tx, {
    organization_id: organizationId || null,
    user_id: caller?.userId ?? null,
    session_id: caller?.sessionId ?? null,
    call: `${call.method} ${call.path}`,
    subject: JSON.stringify(subject),
    outcome,
    request_id: requestId,
  })
}

/** Who was refused because the store hangs should not wait for it once more. */
const RECORD_MS = 2000

interface Refused extends Omit<AuditEntry, 'organizationId'> {
  readonly error: unknown
}

/** After the transaction of the call itself is gone. Without a store there is nothing to refuse from, and a log line remains. */
export async function saveRefusal(parts: Parts, { error, ...entry }: Refused): Promise<void> {
  const outcome = error instanceof Refusal ? error.reason : 'failed'
  try {
    await within(
      RECORD_MS,
      parts.database.system((tx) => saveAudit(tx, { ...entry, organizationId: '' }, outcome)),
    )
  } catch (cause) {
    parts.log.error({ err: cause, requestId: entry.requestId }, 'a refusal was not recorded')
  }
}
