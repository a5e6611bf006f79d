/**
 * Takes in the texts that the carrier posts. Texts of one organization that arrive while others are stored share the next
 * transaction, because each transaction locks the organization's head and waits for the disk.
 */
import { type Batches, createBatches } from '../../db/batches.ts'
import { busy } from '../../db/bulkhead.ts'
import { LockedTooLong, LockTimeout } from '../../db/failure.rules.ts'
import { createPutAside, type PutAside } from '../../db/put-aside.ts'
import { Refusal } from '../../http/refusal.ts'
import { type IncomingText, type Ingested, type IngestServices, ingestText, ingestTogether } from './ingest.ts'
import { createNumberOwners, type NumberOwners } from './number-owners.ts'

/**
 * The texts of one transaction, which hold the head's lock for some milliseconds, and those that wait for the next. A
 * text that would wait for a second is refused at once: the carrier is told to post it again after a second.
 */
const BATCH = { most: 40, waiting: 500, waitMs: 1000 }
/** How long shared texts wait for a lock. Then one of them has a locked conversation, and the others go on without it. */
const LOCKS_MS = 250
/** The most senders of an organization whose locked conversations are remembered. */
const LOCKED_MAX = 1000
/** How often a number may move while its text is taken in. */
const TRIES = 3

/** Admits a webhook to its organization's work, or refuses it. */
export type Enter = <T>(organizationId: string, work: () => Promise<T>) => Promise<T>

/** Null if no organization has the number. `enter` is asked once the organization is known. */
export type TakeText = (to: string, text: Omit<IncomingText, 'to'>, enter?: Enter) => Promise<Ingested | null>

export function createTextIntake(
  services: IngestServices,
  putAside: PutAside = createPutAside(),
  owners: NumberOwners = createNumberOwners(services.database),
): TakeText {
  const { log } = services
  const batchesOf = new Map<string, Batches<IncomingText, Ingested>>()

  function open(organizationId: string) {
    /** The senders whose conversation was locked when it was last needed. Their texts would hold up those that share with them. */
    const locked = new Set<string>()

    async function together(texts: readonly IncomingText[]): Promise<ReadonlyMap<IncomingText, Ingested | null>> {
      try {
        const ingested = await ingestTogether(services, organizationId, texts, LOCKS_MS)
        return new Map(texts.map((text, nth) => [text, ingested[nth] ?? null]))
      } catch (err) {
        // They waited for the head of the log, and each by itself would wait as long again.
        if (err instanceof LockTimeout) throw err
        log.warn({ err, organizationId }, 'texts failed together and are ingested one by one')
        return new Map()
      }
    }

    const alone = (text: IncomingText) =>
      putAside(organizationId, async (locksMs) => {
        try {
          const ingested = await ingestText(services, organizationId, text, locksMs)
          locked.delete(text.from)
          return ingested
        } catch (error) {
          if (locked.size >= LOCKED_MAX) locked.clear()
          if (error instanceof LockedTooLong) locked.add(text.from)
          throw error
        }
      })

    return createBatches<IncomingText, Ingested>({
      ...BATCH,
      keyOf: ({ from }) => from,
      // The carrier posts a refused text again, after what the patient wrote later: a START must not overtake a STOP so.
      isRepeated: (error) => error instanceof Refusal,
      async run(texts) {
        const ingested = await together(texts.filter(({ from }) => !locked.has(from)))
        // The next texts don't wait for these, except those of the same senders.
        return texts.map((text) => ingested.get(text) ?? alone(text))
      },
    })
  }

  function ingest(organizationId: string, text: IncomingText): Promise<Ingested> {
    const batches = batchesOf.get(organizationId) ?? open(organizationId)
    batchesOf.set(organizationId, batches)
    return batches(text)
  }

  return async (to, text, enter = (_, work) => work()) => {
    for (let tries = 0; tries < TRIES; tries++) {
      const organizationId = await owners.find(to)
      if (organizationId === undefined) return null
      const ingested = await enter(organizationId, () => ingest(organizationId, { ...text, to }))
      if (ingested.outcome !== 'foreign') return ingested
      // The number has moved since it was remembered.
      owners.forget(to, organizationId)
    }
    throw busy()
  }
}
