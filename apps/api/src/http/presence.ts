/**
 * The caller of one call. Each transaction of a member's call checks the session and the membership by its first statement,
 * because the body may have been under way for minutes. A call that only reads leaves the first check to it as well; this
 * file makes sure that it happens before anything is answered.
 */
import type { AnyCall } from '@foyer/contracts/call.ts'
import type { Request } from 'express'
import { within } from '../db/deadlines.ts'
import type { Entry } from '../db/transaction.ts'
import type { Tx } from '../db/tx.ts'
import type { Services } from '../services.ts'
import {
  admit,
  claimOf,
  hasBearer,
  isReading,
  type RequestInput,
  recognise,
  roleIn,
  soleOrganization,
} from './access.ts'
import type { Caller, KnownCaller } from './caller.ts'

export interface Presence {
  /** Null for a call that needs no caller. Before the check only the ids are known. */
  readonly caller: Caller | null
  /** Whether the caller's session is known to be alive. */
  readonly isChecked: boolean
  /** The organization that the token itself names. */
  readonly organizationOfToken?: string | undefined
  /** Returns the organization that the call names. The membership may still be unchecked. */
  admit(input: RequestInput): Promise<string>
  /** The first statement of a transaction, which makes the check; undefined for a caller without a session. */
  entry(organizationId: string): Entry | undefined
  /** Makes the check in a transaction of the system scope. */
  checkIn(tx: Tx): Promise<void>
  /** Makes the check; for a call that only reads, unless a transaction has made it. */
  check(): Promise<void>
  /** Saves the use of the session that a transaction has checked. */
  noteUse(): Promise<void>
}

/** Bounds the check without a transaction, because the call may have failed with the database. */
const CHECK_MS = 2000

export async function findPresence(call: AnyCall, req: Request, services: Services): Promise<Presence> {
  const { access } = call
  if (!hasBearer(access)) return recognised(call, await recognise(access, req, services), services)
  const presence = claimed(call, await claimOf(call, req, services))
  // A call that may change something is checked before its body is read as well.
  if (!isReading(call)) await presence.confirm()
  return presence
}

interface ClaimedPresence extends Presence {
  /** Makes the check of the session, before it is known which organization the call names. */
  confirm(): Promise<unknown>
}

function claimed(
  call: AnyCall,
  { claim, organizationId: ofToken }: Awaited<ReturnType<typeof claimOf>>,
): ClaimedPresence {
  /** The token's organization counts like a field that names it, so that a header may not contradict it. */
  const withToken = (input: RequestInput): RequestInput =>
    ofToken === undefined ? input : { ...input, params: { ...Object(input.params), organizationId: ofToken } }
  let caller: Caller = { userId: claim.userId, sessionId: claim.sessionId, organizations: [] }
  let known: KnownCaller | undefined
  let isChecked = false
  let named: RequestInput | undefined

  async function learn(confirmed: Promise<KnownCaller>): Promise<KnownCaller> {
    known = await confirmed
    caller = known
    isChecked = true
    return known
  }
  const confirmInTime = () => learn(within(CHECK_MS, claim.confirm()))

  return {
    get caller() {
      return caller
    },
    get isChecked() {
      return isChecked
    },
    confirm: () => learn(claim.confirm()),
    organizationOfToken: ofToken,
    async admit(given) {
      const input = withToken(given)
      named = input
      const organizationId = soleOrganization(call, input, claim.userId)
      // A stranger is refused before the organization's transactions, whose number is limited.
      if (!known && organizationId !== undefined && claim.organizations.includes(organizationId)) return organizationId
      return admit(call, input, known ?? (await confirmInTime()))
    },
    entry(organizationId) {
      if (call.access === 'user') return undefined
      const { statement, check } = claim.entry(organizationId, roleIn(call))
      return {
        statement,
        check(row) {
          check?.(row)
          if (!known) caller = { ...caller, organizations: [organizationId] }
          isChecked = true
        },
      }
    },
    async checkIn(tx) {
      const now = await claim.confirm(tx)
      if (named) admit(call, named, now)
    },
    async check() {
      if (isChecked && isReading(call)) return
      const now = await confirmInTime()
      if (named) admit(call, named, now)
    },
    noteUse: claim.noteUse,
  }
}

function recognised(call: AnyCall, caller: KnownCaller | null, { identity }: Services): Presence {
  return {
    caller,
    isChecked: true,
    admit: async (input) => admit(call, input, caller),
    entry: () => undefined,
    async checkIn(tx) {
      if (call.access === 'session' && caller) await identity.confirmSession(caller, tx)
    },
    check: async () => undefined,
    noteUse: async () => undefined,
  }
}
