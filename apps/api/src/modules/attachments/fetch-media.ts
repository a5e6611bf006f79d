/** Fetches one file from the carrier, examines it like an upload, stores it and adds it to its message. */
import { FILE_BYTES_MAX } from '@foyer/contracts/defaults.ts'
import { messageChanged } from '@foyer/contracts/inbox/events.ts'
import { writeAside } from '../../db/put-aside.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, newEvent } from '../../events/append.ts'
import { examine, FileRefused, type ReadyFile } from '../../files/examine.ts'
import { openStaging, type Staging, TooLong } from '../../files/staging.ts'
import type { MediaGateway, MediaOutcome } from '../../gateways/carrier-media.ts'
import type { Services } from '../../services.ts'
import { retryDelayMs } from '../../workers/backoff.rules.ts'
import { lockConversation, readForFiles, saveFiles } from '../conversations/conversations.ts'
import { attachmentOf } from './attachment-address.rules.ts'
import { addAttachments, filesOfMessage } from './attachments.store.ts'
import { isGivenUp, isGone, MEDIA_RETRIES, mediaName, NOT_HAD, notKept } from './inbound-media.rules.ts'
import { dequeueMedia, inboundMedia, type LeasedMedia } from './inbound-media.store.ts'
import { type StoredBytes, storeBytes } from './keep-bytes.ts'

export interface FetchServices extends Pick<Services, 'config' | 'database' | 'files' | 'clock' | 'newId' | 'log'> {
  readonly gateway: MediaGateway
  readonly worker: string
}

export type FetchOutcome = 'kept' | 'refused' | 'later' | 'lost'

export async function fetchMedia(parts: FetchServices, leased: LeasedMedia): Promise<FetchOutcome> {
  const { gateway, clock, log } = parts
  const staging = openStaging(parts)
  try {
    const found = await gateway.fetch(leased.url, FILE_BYTES_MAX)
    if (found.outcome === 'had') return await keep(parts, leased, await ready(found, leased, staging))
    if (found.outcome === 'foreign' || found.outcome === 'too_large')
      return await giveUp(parts, leased, NOT_HAD[found.outcome])
    if (found.outcome === 'absent' && isGone(leased.attempts)) return await giveUp(parts, leased, NOT_HAD.absent)
    if (isGivenUp(leased, clock.now())) return await giveUp(parts, leased, NOT_HAD.late)
    const retryAfterMs = found.outcome === 'busy' ? found.retryAfterMs : null
    const delayMs = retryDelayMs(MEDIA_RETRIES, leased.attempts, { retryAfterMs })
    const later = { worker: parts.worker, delayMs }
    await parts.database.systemStatement((queries) => inboundMedia.release(queries, leased, later))
    return 'later'
  } catch (error) {
    if (error instanceof TooLong) return await giveUp(parts, leased, NOT_HAD.too_large)
    if (error instanceof FileRefused) return await giveUp(parts, leased, notKept(error.message))
    if (!isGivenUp(leased, clock.now())) throw error
    log.error({ err: error, messageId: leased.messageId }, 'gave up fetching a file that a patient sent')
    return await giveUp(parts, leased, NOT_HAD.failing)
  } finally {
    await staging.clear()
  }
}

async function ready(
  found: MediaOutcome & { outcome: 'had' },
  { place }: LeasedMedia,
  staging: Staging,
): Promise<ReadyFile> {
  const staged = await staging.take(found.bytes, FILE_BYTES_MAX)
  return examine({ ...staged, name: mediaName(place, found.contentType) }, staging)
}

async function keep(parts: FetchServices, leased: LeasedMedia, file: ReadyFile): Promise<FetchOutcome> {
  const stored = await storeBytes(parts, { organizationId: leased.organizationId, lane: 'carrier' }, [file])
  let isKept = false
  try {
    isKept = await conclude(parts, leased, { stored })
  } finally {
    if (!isKept) await stored.discard()
  }
  return isKept ? 'kept' : 'lost'
}

async function giveUp(parts: FetchServices, leased: LeasedMedia, failureReason: string): Promise<FetchOutcome> {
  return (await conclude(parts, leased, { failureReason })) ? 'refused' : 'lost'
}

/** False if the lease ran out: its next holder concludes. */
function conclude(
  { database, clock, worker }: FetchServices,
  leased: LeasedMedia,
  end: { readonly stored?: StoredBytes; readonly failureReason?: string },
): Promise<boolean> {
  const { organizationId, conversationId, messageId, place } = leased
  const write = async (tx: Tx) => {
    const now = clock.now()
    await lockConversation(tx, organizationId, conversationId)
    if (!(await dequeueMedia(tx, leased, worker))) return false
    const message = await readForFiles(tx, organizationId, messageId)
    if (end.stored) {
      await end.stored.claim(tx)
      const owner = { organizationId, conversationId, messageId, createdAt: message.createdAt }
      addAttachments(tx, owner, end.stored.kept, place)
    }
    const files = await filesOfMessage(tx, organizationId, messageId)
    const shown = {
      attachments: files.map((file) => attachmentOf(organizationId, file)),
      failureReason: end.failureReason ?? message.failureReason,
    }
    await appendEvents(tx, { organizationId, at: now }, [
      {
        record: async ({ seq: version }) => {
          const changed = await saveFiles(tx, { organizationId, id: messageId }, { ...shown, version })
          return newEvent(messageChanged, { conversationId, message: changed })
        },
      },
    ])
    return true
  }
  return writeAside(database, organizationId, write)
}
