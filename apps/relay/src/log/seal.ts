/**
 * Encodes an event for storage outside this process. With a key it is encrypted and authenticated, so that patients'
 * words can't be read and an event can't be altered or moved to another organization or position.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Envelope } from '@foyer/contracts/event.ts'
import { RelayError } from '../process-log.ts'

export class Unreadable extends RelayError {}

/** Identifies an event across all logs and epochs. */
type EventId = Pick<Envelope, 'organizationId' | 'epoch' | 'seq'>

export interface Seal {
  close(event: Envelope): Buffer
  /** Throws `Unreadable`. */
  open(id: EventId, closed: Buffer): Envelope
}

const CIPHER = 'aes-256-gcm'
const OPEN = 0
const SEALED = 1
const IV = 12
const TAG = 16

/** The first key seals; during a rotation either key opens. */
export function createSeal(keys: readonly Buffer[]): Seal {
  const [first] = keys

  function decrypt(key: Buffer, id: EventId, closed: Buffer): string | undefined {
    const [iv, tag, text] = [
      closed.subarray(1, 1 + IV),
      closed.subarray(1 + IV, 1 + IV + TAG),
      closed.subarray(1 + IV + TAG),
    ]
    if (tag.length < TAG) return undefined
    const cipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG })
    cipher.setAAD(additional(id)).setAuthTag(tag)
    try {
      return Buffer.concat([cipher.update(text), cipher.final()]).toString('utf8')
    } catch {
      return undefined
    }
  }

  function textOf(id: EventId, closed: Buffer): string | undefined {
    // With a key configured, unsealed events are refused: anyone with access to Redis could have written them.
    if (!first) return closed[0] === OPEN ? closed.toString('utf8', 1) : undefined
    if (closed[0] !== SEALED) return undefined
    for (const key of keys) {
      const text = decrypt(key, id, closed)
      if (text !== undefined) return text
    }
    return undefined
  }

  return {
    close(event) {
      const text = Buffer.from(JSON.stringify(event))
      if (!first) return Buffer.concat([Buffer.of(OPEN), text])
      const iv = randomBytes(IV)
      const cipher = createCipheriv(CIPHER, first, iv, { authTagLength: TAG }).setAAD(additional(event))
      const sealed = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([Buffer.of(SEALED), iv, cipher.getAuthTag(), sealed])
    },
    open(id, closed) {
      const event = eventOf(textOf(id, closed))
      const isThere = event?.organizationId === id.organizationId && event.epoch === id.epoch
      if (!event || !isThere || event.seq !== id.seq) throw new Unreadable('An event in Redis is not readable.')
      return event
    },
  }
}

function additional({ organizationId, epoch, seq }: EventId): Buffer {
  return Buffer.from(JSON.stringify([organizationId, epoch, seq]))
}

/** Returns undefined for invalid JSON, because the parser's error would quote the event. */
function eventOf(text: string | undefined): Envelope | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Envelope
  } catch {
    return undefined
  }
}
