/** Records every read and change of an organization's data in the audit: who, what and when, by ids only. */
import type { Access, AnyCall } from '@foyer/contracts/call.ts'
import { type Batches, createBatches } from '../db/batches.ts'
import type { Database } from '../db/database.ts'
import { within } from '../db/deadlines.ts'
import type { Queries, Tx } from '../db/tx.ts'
import type { Services } from '../services.ts'
import { type AuditRow, addAudit, addAudits, sendAudit } from './audit.store.ts'
import { type Subject, subjectOf } from './audit-subject.rules.ts'
import { Refusal } from './refusal.ts'

/** The user; null when none is known. */
type Actor = { readonly userId: string; readonly sessionId: string | null } | null

export interface AuditEntry {
  readonly call: AnyCall
  readonly caller: Actor
  /** Empty in the system scope. */
  readonly organizationId: string
  readonly requestId: string
  readonly subject: Subject
}

/**
 * Calls with a user are audited. Calls of machines appear in the event log and the messages; a public call that
 * matters writes its own row.
 */
export function isAudited(access: Access): boolean {
  return ['session', 'user', 'member', 'admin', 'visitor', 'listing'].includes(access)
}

export function saveAudit(queries: Queries, entry: AuditEntry, outcome = 'ok') {
  return addAudit(queries, rowOf(entry, outcome))
}

/** Adds the row to the transaction without waiting for it. */
export function sendOwnAudit(tx: Tx, entry: AuditEntry): void {
  sendAudit(tx, rowOf(entry, 'ok'))
}

function rowOf({ call, caller, organizationId, requestId, subject }: AuditEntry, outcome: string): AuditRow {
  return {
    organization_id: organizationId || null,
    user_id: caller?.userId ?? null,
    session_id: caller?.sessionId ?? null,
    call: `${call.method} ${call.path}`,
    subject: JSON.stringify(subject),
    outcome,
    request_id: requestId,
  }
}

/** Resolves when the row is stored. */
export type SaveRead = (entry: AuditEntry) => Promise<void>

/** The most rows that one statement stores, and the most that wait for one. */
const BATCH = { most: 500, waiting: 5000 }

/** Stores rows in batches. A row that can't be stored fails alone. */
function createAuditBatches(database: Database): Batches<AuditRow, void> {
  return createBatches<AuditRow, void>({
    ...BATCH,
    async run(rows) {
      try {
        await database.systemStatement((queries) => addAudits(queries, rows))
        return []
      } catch (error) {
        if (rows.length === 1 || error instanceof Refusal) throw error
      }
      const stored: Promise<void>[] = []
      for (const row of rows) {
        const one = database.systemStatement((queries) => addAudit(queries, row))
        stored.push(one)
        await one.catch(() => undefined)
      }
      return stored
    },
  })
}

/** Stores the rows of reads: a read wrote nothing that its row must be atomic with. */
export function createReadAudit(database: Database): SaveRead {
  const save = createAuditBatches(database)
  return (entry) => save(rowOf(entry, 'ok'))
}

/** Records what an operator did to an organization with a command. */
export function saveCommand(
  queries: Queries,
  { command, organizationId, subject, id }: { command: string; organizationId: string; subject: Subject; id: string },
) {
  return addAudit(queries, {
    ...{ organization_id: organizationId, user_id: null, session_id: null, call: `command ${command}` },
    ...{ subject: JSON.stringify(subject), outcome: 'ok', request_id: id },
  })
}

/** Deeds of chatbots on a patient's record or visits, as the audit stores them. */
export type ChatbotDeed = 'chatbot save-field' | 'chatbot book-visit' | 'chatbot confirm-visit'

interface OwnDeed {
  readonly deed: ChatbotDeed
  readonly organizationId: string
  readonly subject: Subject
  /** The session of the chatbot. */
  readonly id: string
}

/** Adds a row for what a chatbot did, which no call of a user did. */
export function sendBotAudit(tx: Tx, { deed, organizationId, subject, id }: OwnDeed): void {
  sendAudit(tx, {
    ...{ organization_id: organizationId, user_id: null, session_id: null, call: deed },
    ...{ subject: JSON.stringify(subject), outcome: 'ok', request_id: id },
  })
}

/** Resolves when the row is stored, or when it is known that it can't be. */
export type SaveRefusal = (refused: Refused) => Promise<void>

/** Bounds the wait for the row, because the refusal may be due to a database that hangs. */
const RECORD_MS = 2000

interface Refused {
  readonly call: AnyCall
  readonly caller: { readonly userId: string; readonly sessionId: string; readonly organizations: readonly string[] }
  readonly requestId: string
  /** The parsed input, when it could be parsed. */
  readonly asked: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown }
  /** The organizations that the request named, even when it could not be parsed. */
  readonly named: readonly string[]
  readonly error: unknown
}

/**
 * Records a refusal after the call's own transaction was rolled back. When the caller is a member of the named
 * organization, the row belongs to it, so that its admins see the attempt. Otherwise it belongs to the system scope:
 * a stranger must not write into an organization's audit by naming it. Without a database only a log line remains.
 * Refusals that happen meanwhile share the next statement, because a refused flood must not take the connections.
 */
export function createRefusalAudit({ database, log }: Pick<Services, 'database' | 'log'>): SaveRefusal {
  const lost = (err: unknown, requestId: string) =>
    log.error({ err, requestId }, 'recording a refusal in the audit failed')
  const save = createAuditBatches(database)
  return async ({ call, caller, requestId, asked, named, error }) => {
    const organizationId = named.find((id) => caller.organizations.includes(id)) ?? ''
    const [foreign] = named.filter((id) => !caller.organizations.includes(id))
    const subject = {
      ...subjectOf(asked),
      ...(foreign !== undefined && subjectOf({ query: { organizationIds: foreign } })),
    }
    const row = rowOf({ call, caller, organizationId, requestId, subject }, outcomeOf(error))
    await within(RECORD_MS, save(row)).catch((err: unknown) => lost(err, requestId))
  }
}

export function outcomeOf(error: unknown): string {
  return error instanceof Refusal ? error.reason : 'failed'
}
