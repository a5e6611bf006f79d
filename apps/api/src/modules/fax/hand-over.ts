/**
 * Hands a fax over to the service, and follows it until it has ended. "Is being called" is committed before the service is
 * called; after a crash the next worker finds it and looks the fax up. It never sends such a fax again.
 */
import { buffer } from 'node:stream/consumers'
import type { Tx } from '../../db/tx.ts'
import type { FaxGateway, FaxSendOutcome, OutgoingFax } from '../../gateways/sinch.ts'
import type { SinchFax } from '../../gateways/sinch-wire.ts'
import type { Services } from '../../services.ts'
import { type Backoff, retryDelayMs } from '../../workers/backoff.rules.ts'
import { inMs, NOT_LEASED } from '../../workers/queue.ts'
import { readClinic } from '../organizations/organizations.ts'
import * as rules from './attempts.rules.ts'
import { callbackUrl, isCallbackOf } from './callback.rules.ts'
import { coverPages } from './cover.ts'
import { addLeftover, type DueFax, dueFaxes } from './fax-queue.store.ts'
import { changeFax, findFax, type KeptFax, lockFax } from './faxes.store.ts'

export interface HandOverServices extends Pick<Services, 'database' | 'clock' | 'config' | 'files'> {
  /** Null if no service is set up (any more). */
  readonly gateway: FaxGateway | null
  readonly worker: string
  /** Whether the lease lasts as long as a call may take. */
  readonly mayCall: () => boolean
}

type Outcome = FaxSendOutcome['outcome'] | 'dropped' | 'gave_up' | 'late' | 'followed' | 'ended' | 'unconfirmed'

/** 5 s, 10 s, … up to 5 minutes while the service takes nothing; a fax without an answer is looked up after 15 s. */
const RETRIES: Backoff = { firstMs: 5000, mostMs: 5 * 60_000, unknownMs: 15_000 }

export async function handOverFax(parts: HandOverServices, due: DueFax): Promise<Outcome> {
  const { organizationId, faxId } = due
  const kept = await parts.database.read(organizationId, (tx) => findFax(tx, organizationId, faxId), 'carrier')
  if (!kept) return 'dropped'
  const { status } = kept.fax
  return status === 'queued' || status === 'retrying' ? send(parts, due, kept) : follow(parts, due, kept)
}

async function send(parts: HandOverServices, due: DueFax, { fax, work }: KeptFax): Promise<Outcome> {
  const { gateway, clock, mayCall } = parts
  if (gateway === null || rules.isTooLate(fax, clock.now())) return giveUp(parts, due)
  const attempt = fax.attempts.length + 1
  const ready = await prepared(parts, { fax, work }, attempt)
  if (!mayCall()) {
    await postpone(parts, due, 0)
    return 'late'
  }
  if (!(await begin(parts, due, attempt))) return 'dropped'
  // A process that was paused must not call under a lease that ends; nothing of the fax has left yet.
  const sent = mayCall() ? await gateway.send(ready) : ({ outcome: 'busy', retryAfterMs: 0 } as const)
  await conclude(parts, due, attempt, sent)
  return sent.outcome
}

async function prepared({ database, config, files, clock }: HandOverServices, { fax, work }: KeptFax, attempt: number) {
  const { organizationId } = fax
  const clinic = await database.read(organizationId, (tx) => readClinic(tx, organizationId), 'carrier')
  const bytes = await buffer(await files.get(work.fileId))
  const { file } = fax
  const cover = await coverPages({
    ...{ clinic: clinic.name, to: fax.number, toName: fax.name, faxNumber: fax.ownNumber, note: fax.note },
    ...{ phoneNumber: clinic.smsNumber, at: clock.now(), timezone: clinic.timezone, pages: fax.pages },
  })
  const outgoing: OutgoingFax = {
    ...{ to: fax.number, from: fax.ownNumber, cover, headerText: clinic.name, timezone: clinic.timezone },
    file: {
      bytes: new Blob([new Uint8Array(bytes)], { type: file.contentType }),
      ...{ name: file.name, contentType: file.contentType },
    },
    callbackUrl: callbackUrl(config.publicUrl, config.fax.service?.webhookKey ?? '', { faxId: fax._id, attempt }),
  }
  return outgoing
}

/** Commits that the machine is being called. False if somebody canceled the fax, or another worker has it. */
function begin(parts: HandOverServices, due: DueFax, attempt: number): Promise<boolean> {
  const now = parts.clock.now()
  return change(parts, due, async (tx, kept) => {
    const { status, attempts } = kept.fax
    if ((status !== 'queued' && status !== 'retrying') || attempts.length + 1 !== attempt) return false
    if (!(await dueFaxes.isHeld(tx, due, parts.worker))) return false
    const since = { called_at: now, sinch_id: null, hinted_at: null, looked: 0 }
    await dueFaxes.change(tx, due, { ...since, attempt })
    await changeFax(tx, kept, { changes: rules.begun(kept.fax, now), at: now })
    return true
  })
}

/** Also writes what a worker learned that lost its lease meanwhile: the attempt is still its own. */
async function conclude(parts: HandOverServices, due: DueFax, attempt: number, sent: FaxSendOutcome): Promise<void> {
  const now = parts.clock.now()
  const { retrySeconds, pollSeconds } = parts.config.fax
  await change(parts, due, async (tx, kept) => {
    const { fax, work } = kept
    if (fax.status !== 'sending' || work.attempt !== attempt || work.sinchId !== null) return false
    switch (sent.outcome) {
      case 'accepted': {
        const delayMs = work.hintedAt === null ? rules.pollMs(pollSeconds, 0) : 0
        await dueFaxes.change(tx, due, { sinch_id: sent.sinchId, due_at: inMs(delayMs), ...NOT_LEASED })
        if (delayMs === 0) dueFaxes.wake(tx)
        return true
      }
      case 'refused':
        await save(tx, due, kept, rules.failed(fax, sent.cause, now, retrySeconds), now)
        return true
      case 'busy': {
        if (!(await dueFaxes.isHeld(tx, due, parts.worker))) return false
        const delayMs = retryDelayMs(RETRIES, work.notTaken + 1, { retryAfterMs: sent.retryAfterMs })
        const again = { attempt: attempt - 1, called_at: null, not_taken: work.notTaken + 1, due_at: inMs(delayMs) }
        await dueFaxes.change(tx, due, { ...again, ...NOT_LEASED })
        await changeFax(tx, kept, { changes: rules.notBegun(fax), at: now })
        return true
      }
      case 'unknown': {
        const delayMs = retryDelayMs(RETRIES, 1, { isUnknown: true })
        await dueFaxes.change(tx, due, { due_at: inMs(delayMs), ...NOT_LEASED })
        return true
      }
    }
  })
}

/** Asks the service what became of a fax that it has or may have. */
async function follow(parts: HandOverServices, due: DueFax, { fax, work }: KeptFax): Promise<Outcome> {
  const { gateway, clock } = parts
  const { attempt, calledAt } = work
  const found = gateway === null || calledAt === null ? 'unknown' : await ask(gateway, fax.number, due.faxId, work)
  const now = clock.now()
  let outcome: Outcome = 'dropped'
  await change(parts, due, async (tx, kept) => {
    const { status } = kept.fax
    if ((status !== 'sending' && status !== 'unconfirmed') || kept.work.attempt !== attempt) return false
    outcome = await keepFound(tx, parts, { due, kept, found, now, hintedBefore: work.hintedAt })
    return true
  })
  return outcome
}

type Found = SinchFax | 'absent' | 'unknown'

async function ask(gateway: FaxGateway, to: string, faxId: string, work: KeptFax['work']): Promise<Found> {
  const { sinchId, attempt, calledAt } = work
  if (sinchId !== null) return gateway.read(sinchId)
  const isOurs = (url: string) => isCallbackOf(url, { faxId, attempt })
  let isKnown = true
  for (const day of rules.daysOfHandover(calledAt ?? new Date(0))) {
    const found = await gateway.find({ to, day, isOurs })
    if (typeof found !== 'string') return found
    if (found === 'unknown') isKnown = false
  }
  return isKnown ? 'absent' : 'unknown'
}

interface Looked {
  readonly due: DueFax
  readonly kept: KeptFax
  readonly found: Found
  readonly now: Date
  /** The hint that was known before the service was asked. */
  readonly hintedBefore: Date | null
}

async function keepFound(tx: Tx, parts: HandOverServices, { due, kept, found, now, hintedBefore }: Looked) {
  const { config } = parts
  const { fax, work } = kept
  const { retrySeconds, pollSeconds, isKeptAtProvider } = config.fax
  const sinchId = typeof found === 'string' ? work.sinchId : found.id
  if (typeof found !== 'string' && (found.status === 'COMPLETED' || found.status === 'FAILURE')) {
    if (!isKeptAtProvider) addLeftover(tx, fax.organizationId, found.id)
    const report = { ...found, status: found.status }
    await save(tx, due, kept, rules.ended(fax, report, now, retrySeconds), now)
    return 'ended' as const
  }
  // An unconfirmed fax is asked for only when the service speaks of it.
  if (fax.status === 'unconfirmed') {
    await dueFaxes.change(tx, due, { due_at: null, sinch_id: sinchId, ...NOT_LEASED })
    return 'followed' as const
  }
  const isHinted = work.hintedAt?.getTime() !== hintedBefore?.getTime()
  const { calledAt, looked } = work
  const isAbsent = found === 'absent' && !isHinted
  if (calledAt !== null && rules.isUnconfirmed({ calledAt, looked, isAbsent }, now)) {
    await dueFaxes.change(tx, due, { sinch_id: sinchId })
    await save(tx, due, kept, rules.unconfirmed(fax, now), now)
    return 'unconfirmed' as const
  }
  const delayMs = isHinted ? 0 : rules.pollMs(pollSeconds, looked)
  const later = { looked: looked + 1, sinch_id: sinchId, due_at: inMs(delayMs) }
  await dueFaxes.change(tx, due, { ...later, ...NOT_LEASED })
  if (isHinted) dueFaxes.wake(tx)
  return 'followed' as const
}

/** Writes an outcome: the fax has ended, or its next attempt is due later. */
async function save(tx: Tx, due: DueFax, kept: KeptFax, changes: Partial<rules.Course>, now: Date): Promise<void> {
  const nextMs = changes.nextAttemptAt == null ? null : Date.parse(changes.nextAttemptAt) - now.getTime()
  await dueFaxes.change(tx, due, { due_at: nextMs === null ? null : inMs(nextMs), ...NOT_LEASED })
  await changeFax(tx, kept, { changes, at: now })
}

async function giveUp(parts: HandOverServices, due: DueFax): Promise<Outcome> {
  const now = parts.clock.now()
  const cause = parts.gateway === null ? ('no_service' as const) : null
  await change(parts, due, async (tx, kept) => {
    if (kept.fax.status !== 'queued' && kept.fax.status !== 'retrying') return false
    await save(tx, due, kept, rules.givenUp(kept.fax, now, cause), now)
    return true
  })
  return 'gave_up'
}

function postpone({ database, worker }: HandOverServices, due: DueFax, delayMs: number) {
  return database.systemStatement((queries) => dueFaxes.release(queries, due, { worker, delayMs }))
}

/** Runs a change of the fax under its lock; false if it did nothing. */
function change(
  { database }: HandOverServices,
  due: DueFax,
  work: (tx: Tx, kept: KeptFax) => Promise<boolean>,
): Promise<boolean> {
  const { organizationId, faxId } = due
  return database.write(
    organizationId,
    async (tx) => {
      const kept = await lockFax(tx, organizationId, faxId)
      return kept !== undefined && (await work(tx, kept))
    },
    'carrier',
  )
}
