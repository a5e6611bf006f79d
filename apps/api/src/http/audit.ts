/** Every reading and change of an organization's data leaves a row that says who, what and when, by ids alone. */
import type { Access, AnyCall } from '@foyer/contracts/call.ts'
import { within } from '../db/deadlines.ts'
import type { Queries } from '../db/tx.ts'
import type { Parts } from '../parts.ts'
import { addAudit } from './audit.store.ts'
import { type Subject, subjectOf } from './audit-subject.rules.ts'
import { Refusal } from './refusal.ts'

/** Who did it; null where nobody is known. */
type Actor = { readonly userId: string; readonly sessionId: string | null } | null

export interface AuditEntry {
  readonly call: AnyCall
  readonly caller: Actor
  /** Empty above organizations. */
  readonly organizationId: string
  readonly requestId: string
  readonly subject: Subject
}

/** Whoever is known. What machines do is in the log of events and in the messages; a public call that matters says so itself. */
export function isAudited(access: Access): boolean {
  return ['session', 'user', 'member', 'admin', 'visitor'].includes(access)
}

export function saveAudit(
  queries: Queries,
  { call, caller, organizationId, requestId, subject }: AuditEntry,
  outcome = 'ok',
) {
  return addAudit(queries, {
    organization_id: organizationId || null,
    user_id: caller?.userId ?? null,
    session_id: caller?.sessionId ?? null,
    call: `${call.method} ${call.path}`,
    subject: JSON.stringify(subject),
    outcome,
    request_id: requestId,
  })
}

/** What whoever runs the house did to an organization, with a command and not by a call. */
export function saveCommand(
  queries: Queries,
  { command, organizationId, subject, id }: { command: string; organizationId: string; subject: Subject; id: string },
) {
  return addAudit(queries, {
    ...{ organization_id: organizationId, user_id: null, session_id: null, call: `command ${command}` },
    ...{ subject: JSON.stringify(subject), outcome: 'ok', request_id: id },
  })
}

/** Who was refused because the store hangs should not wait for it once more. */
const RECORD_MS = 2000

interface Refused {
  readonly call: AnyCall
  readonly caller: { readonly userId: string; readonly sessionId: string; readonly organizations: readonly string[] }
  readonly requestId: string
  /** What was asked, if it could be read. */
  readonly asked: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown }
  /** The organizations that it named, read or not. */
  readonly named: readonly string[]
  readonly error: unknown
}

/**
 * After the transaction of the call itself is gone. It stands in the log of the organization that was named if the caller is one
 * of its members, so that its admins see what was tried. Somebody else's try stands above organizations: a stranger
 * writes nothing into a log by naming whose it is. Without a store there is nothing to refuse from, and a log line remains.
 */
export async function saveRefusal(
  parts: Parts,
  { call, caller, requestId, asked, named, error }: Refused,
): Promise<void> {
  const organizationId = named.find((id) => caller.organizations.includes(id)) ?? ''
  const [foreign] = named.filter((id) => !caller.organizations.includes(id))
  const subject = {
    ...subjectOf(asked),
    ...(foreign !== undefined && subjectOf({ query: { organizationIds: foreign } })),
  }
  const outcome = outcomeOf(error)
  try {
    await within(
      RECORD_MS,
      parts.database.systemStatement((queries) =>
        saveAudit(queries, { call, caller, organizationId, requestId, subject }, outcome),
      ),
    )
  } catch (cause) {
    parts.log.error({ err: cause, requestId }, 'a refusal was not recorded')
  }
}

export function outcomeOf(error: unknown): string {
  return error instanceof Refusal ? error.reason : 'failed'
}
