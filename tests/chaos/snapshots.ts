/** Reads a clinic's snapshot from the API: a fresh one for the checks, and a shared one for many clients at once. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Staff } from './staff.ts'

export interface Snapshot {
  readonly epoch: string
  readonly asOf: number
  readonly conversations: readonly Conversation[]
}

export type Snapshots = ReturnType<typeof createSnapshots>

const LIMIT = 100

export async function readSnapshot(staff: Staff): Promise<Snapshot | null> {
  const { organizationId } = staff
  const answer = await staff.ask('conversations', { query: { organizationId, status: ['all'], limit: LIMIT } as never })
  if (answer.kind !== 'ok') return null
  const { data, asOf, epoch, cursor } = answer.reply
  if (cursor !== null) throw new Error('The clinics of this world fit on one page.')
  return { epoch, asOf, conversations: data }
}

export function createSnapshots() {
  const reading = new Map<string, Promise<Snapshot | null>>()
  return {
    /** Shares a read that is already running, if its snapshot reaches far enough; otherwise reads again. */
    async atLeast(staff: Staff, { epoch, seq }: { epoch: string; seq: number }): Promise<Snapshot | null> {
      for (let tries = 0; tries < 3; tries += 1) {
        const under = reading.get(staff.organizationId) ?? readSnapshot(staff)
        reading.set(staff.organizationId, under)
        const snapshot = await under
        if (reading.get(staff.organizationId) === under) reading.delete(staff.organizationId)
        if (snapshot?.epoch === epoch && snapshot.asOf >= seq) return snapshot
        await pause(100)
      }
      return null
    },
  }
}
