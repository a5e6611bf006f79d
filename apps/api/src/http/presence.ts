/**
 * The caller of one call. A call that only reads leaves the check of the session and the membership to its first
 * transaction; this file makes sure that it happens before anything is answered.
 */
import type { AnyCall } from '@foyer/contracts/call.ts'
import type { Request } from 'express'
import { within } from '../db/deadlines.ts'
import type { Entry } from '../db/transaction.ts'
import type { Claim, Services } from '../services.ts'
import { admit, claimOf, type RequestInput, recognise, roleIn, soleOrganization } from './access.ts'
import type { Caller, KnownCaller } from './caller.ts'

export interface Presence {
  /** Null for a call that needs no caller. Before the check only the ids are known. */
  readonly caller: Caller | null
  /** Whether the caller's session is known to be alive. */
  readonly isChecked: boolean
  /** Returns the organization that the call names. The membership may still be unchecked. */
  admit(input: RequestInput): Promise<string>
  /** The first statement of a reading transaction, which makes the check; undefined if it is made. */
  entry(organizationId: string): Entry | undefined
  /** Makes the check unless a transaction has made it. */
  check(): Promise<void>
  /** Saves the use of the session that a transaction has checked. */
  noteUse(): Promise<void>
}

/** Bounds the check without a transaction, because the call may have failed with the database. */
const CHECK_MS = 2000

export async function findPresence(call: AnyCall, req: Request, services: Services): Promise<Presence> {
  const claim = await claimOf(call, req, services)
  if (claim) return claimed(call, claim)
  return recognised(call, await recognise(call.access, req, services))
}

function claimed(call: AnyCall, claim: Claim): Presence {
  let caller: Caller = { userId: claim.userId, sessionId: claim.sessionId, organizations: [] }
  let isChecked = false
  let named: RequestInput | undefined

  async function checkSession(): Promise<KnownCaller> {
    const known = await within(CHECK_MS, claim.confirm())
    caller = known
    isChecked = true
    return known
  }

  return {
    get caller() {
      return caller
    },
    get isChecked() {
      return isChecked
    },
    async admit(input) {
      named = input
      const organizationId = soleOrganization(call, input, claim.userId)
      // A stranger is refused before the organization's transactions, whose number is limited.
      if (organizationId !== undefined && claim.organizations.includes(organizationId)) return organizationId
      return admit(call, input, await checkSession())
    },
    entry(organizationId) {
      if (isChecked) return undefined
      const { statement, check } = claim.entry(organizationId, roleIn(call))
      return {
        statement,
        check(row) {
          check?.(row)
          caller = { ...caller, organizations: [organizationId] }
          isChecked = true
        },
      }
    },
    async check() {
      if (isChecked) return
      const known = await checkSession()
      if (named) admit(call, named, known)
    },
    noteUse: claim.noteUse,
  }
}

function recognised(call: AnyCall, caller: KnownCaller | null): Presence {
  return {
    caller,
    isChecked: true,
    admit: async (input) => admit(call, input, caller),
    entry: () => undefined,
    check: async () => undefined,
    noteUse: async () => undefined,
  }
}
