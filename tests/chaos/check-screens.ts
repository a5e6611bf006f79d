/** At rest every copy equals a fresh snapshot of the same seq. */
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { addCounts, countNames, noCounts } from '@foyer/contracts/counts.rules.ts'
import { contribution } from '@foyer/contracts/inbox/counts.rules.ts'
import { withoutAddition } from './additions.ts'
import type { Client } from './client.ts'
import { CLINICS } from './clinics.ts'
import type { Ledger } from './ledger.ts'
import { THREAD_MAX } from './screen.ts'
import { readSnapshot, type Snapshot } from './snapshots.ts'
import type { Staff } from './staff.ts'
import type { Store } from './store.ts'

interface Checked {
  readonly store: Store
  readonly ledger: Ledger
  readonly staff: readonly Staff[]
  readonly clients: readonly Client[]
}

/** Delivery reports still arrive for a second or two: a client that is ahead of a snapshot is compared with the next one. */
const AHEAD_MORE_MS = 15_000

/** Returns how long it took until no client was behind. A client that is wrong, or behind at the deadline, is a violation. */
export async function checkScreens({ store, ledger, staff, clients }: Checked, withinMs: number): Promise<number> {
  const started = performance.now()
  let waiting = [...clients]
  let nobodyBehindAt = started
  while (waiting.length > 0) {
    const late = performance.now() - started - withinMs
    const before = new Map(waiting.map((client) => [client, client.position()]))
    const readings = new Map<string, Snapshot>()
    for (const { id } of CLINICS) {
      const reader = staff.find(({ organizationId }) => organizationId === id)
      const snapshot = reader && (await readSnapshot(reader))
      if (snapshot) readings.set(id, snapshot)
    }
    const still: Client[] = []
    for (const client of waiting) {
      const snapshot = readings.get(client.organizationId)
      const verdict = snapshot ? judge(client, snapshot) : 'there is no snapshot to compare it with'
      if (verdict === null) continue
      if (verdict !== 'ahead') nobodyBehindAt = performance.now()
      const isLate = late > (verdict === 'ahead' ? AHEAD_MORE_MS : 0)
      if (snapshot && isBeyond(before.get(client), snapshot))
        ledger.violate('I5', `${client.name} was ${whereIs(client, snapshot)}, which was read later`)
      else if (verdict !== 'behind' && verdict !== 'ahead' && snapshot)
        ledger.violate('I5', `${client.name} at ${snapshot.asOf}: ${verdict}`)
      else if (isLate)
        ledger.violate('I5', `${client.name} ${whereIs(client, snapshot)} after ${Math.round(withinMs)} ms of rest`)
      else still.push(client)
    }
    waiting = still
    if (waiting.length > 0) await pause(100)
  }
  await checkThreads(store, ledger, clients)
  ledger.count('copies compared', clients.length)
  return Math.round(nobodyBehindAt - started)
}

/** A position beyond a later snapshot means that the client saw events which the log has lost. */
function isBeyond(position: ReturnType<Client['position']> | undefined, { epoch, asOf }: Snapshot): boolean {
  return position?.epoch === epoch && position.seq > asOf
}

/** Null if the client's copy is correct. */
function judge(client: Client, { epoch, asOf, conversations }: Snapshot): string | null {
  const position = client.position()
  if (!client.isLive() || position?.epoch !== epoch || position.seq < asOf) return 'behind'
  if (position.seq > asOf) return 'ahead'
  const copy = client.conversations()
  if (copy.size !== conversations.length) return `has ${copy.size} conversations of ${conversations.length}`
  for (const conversation of conversations) {
    const held = copy.get(conversation.id)
    if (!held || !isDeepStrictEqual(withoutAddition(held), withoutAddition(conversation)))
      return `shows ${conversation.id} as of ${held?.version}, it is as of ${conversation.version}`
  }
  const counts = client.counts()
  // A snapshot holds every conversation, so the counts follow from it.
  const there = conversations.map(contribution).reduce(addCounts, noCounts)
  const wrong = countNames.find((name) => counts?.[name] !== there[name])
  return wrong ? `counts ${counts?.[wrong]} ${wrong}, there are ${there[wrong]}` : null
}

function whereIs(client: Client, snapshot: Snapshot | undefined): string {
  const position = client.position()
  const there = position ? `at ${position.seq} of ${position.epoch.slice(-6)}` : 'nowhere'
  return `is ${client.isLive() ? 'live' : 'not live'} ${there}, the log at ${snapshot?.asOf} of ${snapshot?.epoch.slice(-6)}`
}

/** Compares the open thread of each client that is at the head of the log with the rows. */
async function checkThreads(store: Store, ledger: Ledger, clients: readonly Client[]): Promise<void> {
  for (const client of clients) {
    const thread = client.thread()
    const before = client.position()
    if (!thread || !before || !client.isLive()) continue
    const rows = await store.ask<{ id: string; version: number; status: string; head: number }>(
      `select id, version::int, status, (select seq::int from organization_heads where organization_id = $1) as head
       from messages where organization_id = $1 and conversation_id = $2 order by created_at desc, id desc limit $3`,
      [client.organizationId, thread.conversationId, THREAD_MAX],
    )
    const isAtHead = before.seq === rows[0]?.head && client.position()?.seq === before.seq
    if (!isAtHead) continue
    const shown = thread.messages.slice(-rows.length).map(({ _id, version, status }) => `${_id} ${version} ${status}`)
    const there = rows.reverse().map(({ id, version, status }) => `${id} ${version} ${status}`)
    const missing = there.filter((one) => !shown.includes(one))
    ledger.hold(
      'I5',
      missing.length === 0,
      () => `${client.name} does not show ${missing.length} of ${there.length} messages as they are`,
    )
    ledger.count('threads compared')
  }
}
