import type { Request } from 'express'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { RunningConfig } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { FileStorage } from './files/file-storage.ts'
import type { Caller } from './http/caller.ts'

/** What every module is given. Time and ids come from here and from nowhere else. */
export interface Parts {
  readonly config: RunningConfig
  readonly database: Database
  /** The bytes of files. */
  readonly files: FileStorage
  readonly clock: Clock
  /** A UUID v7: sorts by when it was made. */
  newId(): string
  readonly log: Logger
  readonly doorbell: Doorbell
  readonly identity: Identity
  /** The process's own registry: `new Counter({ ..., registers: [parts.metrics] })`. */
  readonly metrics: Registry
}

/** What stands before anyone can be recognised; identity itself is built from it. */
export type Foundation = Omit<Parts, 'identity'>

export interface Clock {
  now(): Date
}

/**
 * Tells of what was committed, by topic: `events` for the log, one for each queue. `Database` rings after a commit for what
 * `wake(tx, topic)` noted in the transaction, and nothing else rings.
 */
export interface Doorbell {
  /** The organization is null where the transaction belonged to none. */
  ring(topic: string, organizationId: string | null): void
  /** Hears every ring of the topic until the function that it gives back is called. */
  onRing(topic: string, hear: (organizationId: string | null) => void): () => void
}

/** Somebody who chats from a clinic's web page. */
export interface Visitor {
  readonly organizationId: string
  readonly visitorId: string
}

export interface Identity {
  /**
   * Who holds this access token, as of now; throws the refusal `no_session` for anything less than a good one. Being asked
   * is use of the session, but where nobody stands behind it (`isUse` false).
   */
  bearer(token: string, asked?: { readonly isUse: boolean }): Promise<Caller>
  /** Whose session cookie this request carries; null without a living session. */
  cookie(req: Request): Promise<{ userId: string; sessionId: string } | null>
  /** Who holds this visitor token; throws the refusal `no_session` for anything less than a good one. */
  visitor(token: string): Promise<Visitor>
  /** A token for somebody who chats from the clinic's web page. */
  visitorToken(visitor: Visitor, expiresAt: Date): Promise<string>
}
